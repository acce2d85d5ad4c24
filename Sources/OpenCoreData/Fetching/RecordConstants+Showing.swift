import DocumentStore
import Foundation
import Predicates

extension RecordConstants {
  /// A predicate for people: records are the texts of their ids, as documents have them, and dates are ISO 8601, so
  /// that a condition on a command line takes either.
  func shown(_ predicate: NSPredicate, in generation: Generation) -> NSPredicate {
    predicate.replacing { expression in
      guard case .constant(let value?) = expression.form else { return nil }
      return shown(value, generation).map { NSExpression(.constant($0)) }
    }
  }

  /// What people see of a constant; nil where that is the constant itself.
  private func shown(_ value: Any, _ generation: Generation) -> Any? {
    if let reference = value as? RecordReference { return text(of: reference, generation) }
    if let date = value as? Date { return date.documentText }
    guard let elements = Self.elements(of: value) ?? value as? [Any] else { return nil }
    return elements.map { shown($0, generation) ?? $0 }
  }

  private func text(of reference: RecordReference, _ generation: Generation) -> String {
    do throws(StoreError) {
      guard generation.tables.indices.contains(reference.table),
        reference.row < generation.tables[reference.table].rowCount
      else { return Self.elsewhere }
      return try generation.id(of: reference)
    } catch {
      return Self.elsewhere
    }
  }

  /// What stands for an object of another store, or one that was never saved.
  private static let elsewhere = "an object that is not in this store"
}
