import Testing

/// A file that imports modules in one order and uses the names that Foundation has, too.
protocol NameUse {
  /// The classes, as the file names them.
  static var types: [Any.Type] { get }
  /// The classes of what the file makes, passed on by their names.
  static func made() -> [Any.Type]
}

struct Named {
  var name = ""
}

@Suite("Names are ours and not Foundation's")
struct NamesSwift5Tests {
  static var files: [any NameUse.Type] {
    [
      PredicatesAlone.self,
      FoundationPredicates.self,
      PredicatesFoundation.self,
      FoundationTestingXCTestPredicates.self,
      PredicatesXCTestTestingFoundation.self,
      OpenCoreDataAlone.self,
      FoundationOpenCoreData.self,
      OpenCoreDataFoundation.self,
      FoundationTestingXCTestOpenCoreData.self,
      OpenCoreDataXCTestTestingFoundation.self,
      CoreDataAlone.self,
      FoundationCoreData.self,
      CoreDataFoundation.self,
      FoundationTestingXCTestCoreData.self,
      CoreDataXCTestTestingFoundation.self,
    ]
  }

  @Test("in type position and in expressions, whatever is imported in whichever order")
  func owners() {
    for file in Self.files {
      for type in file.types + file.made() {
        #expect(String(reflecting: type).hasPrefix("PredicateLogic."), "in \(file)")
      }
    }
  }
}
