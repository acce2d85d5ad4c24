import Foundation
import ManagedModel
import OpenCoreData
import Testing

/// An employee whose name and salary are checked by functions.
class CheckedEmployee: NSManagedObject {
  struct Refused: Error, Equatable {
    let key: String
  }

  func validateName(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
    guard let name = value.pointee as? String else { return }
    if name == "nobody" { throw Refused(key: "name") }
    let trimmed = name.trimmingCharacters(in: .whitespaces)
    if trimmed != name { value.pointee = trimmed as NSString }
  }

  func validateSalary(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
    if let salary = value.pointee as? Int, salary == 13 { throw Refused(key: "salary") }
  }
}

/// As the plugin writes it.
final class CheckedEmployee_ManagedValidators: ManagedValidators {
  override static var names: Set<String> { ["Name", "Salary"] }

  override static func validate(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, _ name: String,
    of object: NSManagedObject
  ) throws {
    guard let object = object as Any as? CheckedEmployee else { return }
    if name == "Name" { try object.validateName(value) }
    if name == "Salary" { try object.validateSalary(value) }
  }
}

/// A derived one, which overrides a function and has one of its own.
final class CheckedManager: CheckedEmployee {
  override func validateSalary(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
    if let salary = value.pointee as? Int, salary < 100 { throw Refused(key: "salary") }
  }

  func validateNotes(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
    if value.pointee != nil { throw Refused(key: "notes") }
  }
}

/// As the plugin writes it; what is overridden is written again.
final class CheckedManager_ManagedValidators: ManagedValidators {
  override static var names: Set<String> { ["Salary", "Notes"] }

  override static func validate(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, _ name: String,
    of object: NSManagedObject
  ) throws {
    guard let object = object as Any as? CheckedManager else { return }
    if name == "Salary" { try object.validateSalary(value) }
    if name == "Notes" { try object.validateNotes(value) }
  }
}

@Suite("Functions that check a property, found by their names") struct ValidatorTests {
  private func refused(_ object: NSManagedObject) -> String? {
    do {
      try object.managedObjectContext?.save()
      return nil
    } catch {
      return (error as? CheckedEmployee.Refused)?.key ?? "\(error)"
    }
  }

  @Test("are called by a save, and may replace the value", arguments: StoreKind.allCases)
  func saving(_ kind: StoreKind) throws {
    let stack = try Stack(kind, companyModel(employees: CheckedEmployee.self))
    let ann = stack.insert("Employee", ["name": "  Ann ", "salary": 1])
    #expect(refused(ann) == nil && ann.name == "Ann")
    ann.setValue(13, forKey: "salary")
    #expect(refused(ann) == "salary")
    ann.setValue(2, forKey: "salary")
    ann.setValue("nobody", forKey: "name")
    #expect(refused(ann) == "name")
    ann.setValue("Bob", forKey: "name")
    #expect(refused(ann) == nil)
    #expect(try stack.reopened().named("Bob", "Employee") != nil)
  }

  @Test("are called for one value, too, after the rules of the model")
  func oneValue() throws {
    let stack = try Stack(.inMemory, companyModel(employees: CheckedEmployee.self))
    let ann = stack.insert("Employee", ["name": "Ann"])
    var value: AnyObject? = " Bob " as NSString
    try ann.validateValue(&value, forKey: "name")
    #expect(value as? String == "Bob")
    value = NSNumber(value: 13)
    #expect(throws: CheckedEmployee.Refused(key: "salary")) {
      try ann.validateValue(&value, forKey: "salary")
    }
    value = "x" as NSString
    let error = #expect(throws: CocoaError.self) {
      try ann.validateValue(&value, forKey: "salary")
    }
    #expect(error?.code == .managedObjectValidation)
  }

  @Test("are those of the class and of the classes above it")
  func inheritance() throws {
    let stack = try Stack(.inMemory, companyModel(employees: CheckedManager.self))
    let ann = stack.insert("Employee", ["name": " Ann", "salary": 99])
    #expect(refused(ann) == "salary")
    ann.setValue(100, forKey: "salary")
    #expect(refused(ann) == nil && ann.name == "Ann")
    ann.setValue("x", forKey: "notes")
    #expect(refused(ann) == "notes")
  }

  @Test("are nobody's whose class has none")
  func without() throws {
    let stack = try Stack(.inMemory, companyModel(employees: Witness.self))
    let ann = stack.insert("Employee", ["name": "nobody", "salary": 13])
    #expect(refused(ann) == nil)
  }
}
