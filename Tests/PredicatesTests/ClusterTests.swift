import Predicates
import Testing

@Suite("Predicates are of the class that fits")
struct ClusterTests {
  @Test("a predicate with a value can be made from the base class and is found by its form")
  func value() throws {
    let predicate = NSPredicate(value: true)
    guard case .value(true) = predicate.form else {
      Issue.record("form is \(predicate.form)")
      return
    }
  }
}

extension ClusterTests {
  @Test("a predicate of a block is evaluated, not looked into")
  func block() throws {
    let predicate = NSPredicate { value, _ in value as? Int == 1 }
    guard case .opaque = predicate.form else {
      Issue.record("form is \(predicate.form)")
      return
    }
  }
}
