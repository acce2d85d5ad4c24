import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// The rules of the model for records that no object stands for.
extension RecordEdits {
  /// Most problems that one error lists.
  static let problemLimit = 100

  /// Throws where edited records break a rule, or share values that must be unique; after ``settle()``.
  func check() throws {
    var problems: [any Error] = []
    for record in inserted where problems.count < Self.problemLimit {
      let layout = try layout(of: record)
      for column in layout.columns.indices { try check(column, record, layout, &problems) }
    }
    for record in updated.keys.sorted() where problems.count < Self.problemLimit {
      let layout = try layout(of: record)
      for column in updated[record, default: [:]].keys.sorted() {
        try check(column, record, layout, &problems)
      }
    }
    if let error = CocoaError.combined(problems) { throw error }
    try checkUniqueness()
  }

  private func check(
    _ column: Int, _ record: RecordReference, _ layout: ObjectLayout, _ problems: inout [any Error]
  ) throws {
    let value = try value(column, of: record)
    let schema = layout.columns[column]
    if layout.checks[column].passes(value) || schema.isTransient { return }
    if schema.isDerived, value.isNull { return }
    for sentence in schema.faults(of: value) {
      problems.append(
        CocoaError(
          sentence.code,
          saying: "'\(schema.name)' of \(try label(of: record)) \(sentence.text)",
          [NSValidationKeyErrorKey: schema.name]))
    }
    problems += try unsatisfied(column, record, layout, value)
  }

  /// What the conditions that code added to the model have against a value; nil is not judged by them.
  private func unsatisfied(
    _ column: Int, _ record: RecordReference, _ layout: ObjectLayout, _ value: Value
  ) throws -> [CocoaError] {
    guard let conditions = layout.conditions[column] else { return [] }
    let schema = layout.columns[column]
    let program: Any? =
      schema.type.isRelationship
      ? value.members.map { $0 as Any } : value.decoded(as: schema, schema.type)
    guard let program else { return [] }
    return try conditions.compactMap { rule in
      var reason: EvaluationError?
      do throws(EvaluationError) {
        if try rule.predicate.matches(program) { return nil }
      } catch {
        reason = error
      }
      return CocoaError.unsatisfied(
        rule, try label(of: record), schema.name, program, because: reason,
        ModelTexts(layout.entity))
    }
  }

  /// What messages call a record.
  func label(of record: RecordReference) throws -> String {
    let name = try layout(of: record).name
    if isNew(record), let position = inserted.firstIndex(of: record) {
      return "the new \(name) number \(position + 1)"
    }
    do throws(StoreError) {
      return "\(name) '\(try generation.id(of: record))'"
    } catch {
      throw CocoaError(error, at: store.url, doing: .reading)
    }
  }

  // MARK: Uniqueness

  private func checkUniqueness() throws {
    guard let model = store.coordinator?.managedObjectModel else { return }
    for entity in model.entities {
      for constraint in entity.uniquenessConstraintNames where !constraint.isEmpty {
        try check(constraint, of: entity)
      }
    }
  }

  private func check(_ constraint: [String], of entity: NSEntityDescription) throws {
    let members = entity.selfAndDescendants.compactMap { store.layouts.layout(of: $0) }
    var places: [Int: [Int]] = [:]
    for layout in members {
      guard let table = store.table(of: layout) else { continue }
      places[table] = constraint.map { layout.slot(of: $0) }
    }
    var owners: [[Value]: RecordReference] = [:]
    for record in inserted + updated.keys {
      guard let columns = places[record.table],
        isNew(record) || columns.contains(where: { updated[record]?[$0] != nil })
      else { continue }
      let key = try columns.map { try value($0, of: record) }
      // Nil is no value that two records could share.
      if key.contains(.null) { continue }
      if let other = owners.updateValue(record, forKey: key) {
        throw try shared(constraint, record, other)
      }
    }
    if owners.isEmpty { return }
    for (table, columns) in places.sorted(by: { $0.key < $1.key }) {
      for (row, key) in try stored(Set(owners.keys), columns, table) {
        let other = RecordReference(table: table, row: row)
        let isEdited = columns.contains { updated[other]?[$0] != nil }
        guard let record = owners[key], record != other, !deleted.contains(other), !isEdited else {
          continue
        }
        throw try shared(constraint, record, other)
      }
    }
  }

  private func stored(
    _ keys: Set<[Value]>, _ columns: [Int], _ table: Int
  ) throws -> [(row: Int, key: [Value])] {
    do throws(StoreError) {
      return try generation.tables[table].rows(having: keys, in: columns)
    } catch {
      throw CocoaError(error, at: store.url, doing: .reading)
    }
  }

  private func shared(
    _ constraint: [String], _ one: RecordReference, _ other: RecordReference
  ) throws -> CocoaError {
    let names = constraint.map { "'\($0)'" }.joined(separator: " and ")
    return CocoaError(
      .managedObjectConstraintMerge,
      saying:
        "\(names) must be unique: \(try label(of: one)) and \(try label(of: other)) have the same")
  }
}

/// What is wrong with a value: the error's code, and the rest of a sentence that begins with the property.
private struct Fault {
  let code: CocoaError.Code
  let text: String
}

extension ColumnSchema {
  fileprivate func faults(of value: Value) -> [Fault] {
    if let relationship, type == .toMany {
      return relationship.faults(of: value.members.count, isOptional: isOptional)
    }
    switch value {
    case .null:
      return isOptional
        ? []
        : [Fault(code: .validationMissingMandatoryProperty, text: "is required and has no value")]
    case .composite(let parts):
      return zip(elements, parts).flatMap { element, part in
        element.faults(of: part).map {
          Fault(code: $0.code, text: "has an element '\(element.name)' that \($0.text)")
        }
      }
    default:
      return violations(of: value).map {
        Fault(code: CocoaError.code(of: $0, self), text: sentence(for: $0))
      }
    }
  }
}

extension RelationshipSchema {
  fileprivate func faults(of count: Int, isOptional: Bool) -> [Fault] {
    if count == 0, isOptional { return [] }
    if count < max(minimumCount, 1) {
      return [
        Fault(
          code: .validationRelationshipLacksMinimumCount,
          text: "has \(count) members and needs at least \(max(minimumCount, 1))")
      ]
    }
    if maximumCount > 0, count > maximumCount {
      return [
        Fault(
          code: .validationRelationshipExceedsMaximumCount,
          text: "has \(count) members and may have at most \(maximumCount)")
      ]
    }
    return []
  }
}
