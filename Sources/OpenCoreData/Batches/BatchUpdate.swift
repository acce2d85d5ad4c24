import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// The new values that a batch update gives to records.
struct BatchUpdate {
  private enum Content {
    case constant(Any?)
    case expression(NSExpression)
  }

  private let contents: [(key: String, content: Content)]

  /// Takes the values as a request states them, by names or descriptions.
  init(_ stated: [AnyHashable: Any], _ entity: NSEntityDescription) throws {
    let known = entity.propertiesByName
    contents = try stated.map { key, value in
      let name =
        (key.base as? String) ?? (key.base as? NSPropertyDescription)?.name
        ?? String(describing: key.base)
      guard known[name] != nil else {
        let hint = NearMiss.hint(name, among: known.keys.sorted())
        throw CocoaError(
          .coreData,
          saying: "entity '\(entity.name ?? "")' has no property '\(name)'\(hint)",
          [NSValidationKeyErrorKey: name])
      }
      return (name, try Self.content(value, entity))
    }.sorted { $0.key < $1.key }
  }

  private static func content(_ value: Any, _ entity: NSEntityDescription) throws -> Content {
    if value is NSNull { return .constant(nil) }
    guard let expression = value as? NSExpression else { return .constant(value) }
    if case .constant(let constant) = expression.form { return .constant(constant) }
    // Held against the model as one side of a comparison.
    let test = NSComparisonPredicate(
      leftExpression: expression, rightExpression: NSExpression(.constant(nil)), type: .equalTo)
    let errors = problems(of: test, for: entity).filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw CocoaError(.coreData, saying: errors.map(\.message).joined(separator: "\n"))
    }
    return .expression(expression)
  }

  /// Gives the values to a record.
  func run(_ record: RecordView, _ edits: RecordEdits) throws {
    let layout = record.layout
    for (key, content) in contents {
      let column = try layout.column(key)
      let any: Any?
      switch content {
      case .constant(let constant): any = constant
      case .expression(let expression):
        any = try CocoaError.converting { () throws(EvaluationError) in
          try expression.evaluated(with: record)
        }
      }
      let value = try any.map { try edits.store.value($0, layout, column) } ?? .null
      if let relationship = layout.relationships[column] {
        try edits.setMembers(value.members, of: relationship, record.reference)
      } else {
        edits.write(value, to: column, of: record.reference)
      }
    }
  }
}
