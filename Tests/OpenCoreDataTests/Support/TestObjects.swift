import Foundation
import OpenCoreData

/// Counts what its context tells it.
class Witness: NSManagedObject {
  var calls: [String] = []
  /// What `willSave` sets, each time it is called.
  var onWillSave: ((Witness) -> Void)?
  var onAwake: ((Witness) -> Void)?

  override func awakeFromInsert() {
    super.awakeFromInsert()
    calls.append("awakeFromInsert \(value(forKey: "salary") ?? "nil")")
  }
  override func awakeFromFetch() { calls.append("awakeFromFetch") }
  override func prepareForDeletion() { calls.append("prepareForDeletion") }
  override func willSave() {
    calls.append("willSave")
    onWillSave?(self)
  }
  override func didSave() { calls.append("didSave") }
  override func willTurnIntoFault() { calls.append("willTurnIntoFault") }
  override func didTurnIntoFault() { calls.append("didTurnIntoFault") }

  func count(_ call: String) -> Int { calls.count { $0 == call } }
}

/// The company model with an employee class.
func companyModel(employees: NSManagedObject.Type) -> NSManagedObjectModel {
  let model = companyModel {
    $0["Employee"]?.managedObjectClassName = String(reflecting: employees)
  }
  model.bind(employees)
  return model
}
