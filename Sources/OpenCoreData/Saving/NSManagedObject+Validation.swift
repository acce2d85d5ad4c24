import DocumentStore
import Foundation
import ManagedModel
import Predicates

extension NSManagedObject {
  /// Checks a value that a property could get, as ``validateValue(_:forKey:)`` does, by way of a variable.
  public final func validateValue(_ value: inout AnyObject?, forKey key: String) throws {
    let cell = ValidationCell()
    cell.begin(value)
    defer { if cell.isReplaced { value = cell.object } }
    try validateValue(cell.pointer, forKey: key)
  }

  /// The rules of the model for one property; what `validateValue` does unless a subclass adds to it.
  final func checkRules(
    of value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    if value.cell?.isChecked == true { return }
    let slot = layout.slot(of: key)
    let problems: [CocoaError]
    if let relationship = layout.relationships[slot] {
      problems =
        relationshipProblems(members(from: value.pointee, of: relationship).count, slot)
        + conditionProblems(value.pointee, slot)
    } else if let any = value.pointee {
      guard let encoded = Value(stored: any, as: layout.columns[slot]) else {
        throw CocoaError.unacceptable(any, self, slot)
      }
      problems = ruleProblems(encoded, slot) + conditionProblems(any, slot)
    } else {
      problems = ruleProblems(.null, slot)
    }
    if let error = CocoaError.combined(problems) { throw error }
  }

  /// The rules of the model and of the class for all properties.
  final func checkProperties() throws {
    var problems: [any Error] = []
    let isPlain = type(of: self) == NSManagedObject.self
    for slot in 0..<layout.slotCount {
      // Anew each time: a class may refresh the object on the way.
      if unsafe slots == nil { fillSlots() }
      guard let slots = unsafe slots else { break }
      if unsafe !layout.checks[slot].passes(slots[slot]) {
        let found = self.problems(in: slot)
        problems += found
        if !found.isEmpty { continue }
      }
      if !isPlain { validate(slot, &problems) }
    }
    if let error = CocoaError.combined(problems) { throw error }
  }

  /// The rules of the model alone, for what the object is now.
  final func checkModel() throws {
    if state.contains(.deleted) { return isInserted ? () : try checkDeletion() }
    if unsafe slots == nil { fillSlots() }
    let problems = (0..<layout.slotCount).flatMap { self.problems(in: $0) }
    if let error = CocoaError.combined(problems) { throw error }
  }

  /// Asks the class about one property, which the model has nothing against.
  private func validate(_ slot: Int, _ problems: inout [any Error]) {
    guard let shared = shelf?.graph.validationCell else { return }
    let key = layout.columns[slot].name
    let cell = shared.isInUse ? ValidationCell() : shared
    cell.begin(slot, of: self)
    defer { cell.end() }
    do {
      try validateValue(cell.pointer, forKey: key)
      guard cell.isReplaced else { return }
      set(cell.object, at: slot)
      if !cell.isChecked { problems += self.problems(in: slot) }
    } catch {
      problems.append(error)
    }
  }

  /// What the model has against the value of a slot.
  private func problems(in slot: Int) -> [CocoaError] {
    let column = layout.columns[slot]
    if column.isDerived { return [] }
    let problems =
      column.type == .toMany
      ? relationshipProblems(memberReferences(slot).count, slot)
      : ruleProblems(slotValue(slot), slot)
    return layout.conditions[slot] == nil
      ? problems : problems + conditionProblems(value(at: slot), slot)
  }

  /// What is wrong with the value of a derived attribute, which has no rules but those of its type.
  final func typeProblems(in slot: Int) -> [CocoaError] {
    let column = layout.columns[slot]
    return column.violations(of: slotValue(slot)).map {
      CocoaError.broken($0, column, self, slot)
    }
  }

  /// What the conditions that code added to the model have against a value; nil is not judged by them.
  private func conditionProblems(_ value: Any?, _ slot: Int) -> [CocoaError] {
    guard let conditions = layout.conditions[slot], let value else { return [] }
    return conditions.compactMap { rule in
      do throws(EvaluationError) {
        return try rule.predicate.matches(value)
          ? nil : CocoaError.unsatisfied(rule, self, slot, value)
      } catch {
        return CocoaError.unsatisfied(rule, self, slot, value, because: error)
      }
    }
  }

  private func ruleProblems(_ value: Value, _ slot: Int) -> [CocoaError] {
    let column = layout.columns[slot]
    if case .null = value {
      return column.isOptional || column.isDerived ? [] : [CocoaError.missing(self, slot)]
    }
    if case .composite(let parts) = value { return partProblems(parts, of: column, [], slot) }
    return column.violations(of: value).map { CocoaError.broken($0, column, self, slot) }
  }

  /// What is wrong with the elements of a composite, and with those of the composites inside; `path` leads to it.
  private func partProblems(
    _ values: [Value], of composite: ColumnSchema, _ path: [String], _ slot: Int
  ) -> [CocoaError] {
    zip(composite.elements, values).flatMap { element, value in
      let path = path + [element.name]
      if case .composite(let inner) = value { return partProblems(inner, of: element, path, slot) }
      if value.isNull {
        return element.isOptional ? [] : [CocoaError.missing(self, slot, element: path)]
      }
      return element.violations(of: value).map {
        CocoaError.broken($0, element, self, slot, element: path)
      }
    }
  }

  private func relationshipProblems(_ count: Int, _ slot: Int) -> [CocoaError] {
    let column = layout.columns[slot]
    guard let relationship = column.relationship else { return [] }
    guard column.type == .toMany else {
      return count == 0 && !column.isOptional ? [CocoaError.missing(self, slot)] : []
    }
    if count == 0, column.isOptional { return [] }
    if count < max(relationship.minimumCount, 1), !(count == 0 && column.isOptional) {
      return [CocoaError.count(count, tooFew: true, self, slot)]
    }
    if relationship.maximumCount > 0, count > relationship.maximumCount {
      return [CocoaError.count(count, tooFew: false, self, slot)]
    }
    return []
  }

  /// Objects that a deletion would leave behind although the model denies it.
  final func checkDeletion() throws {
    var problems: [CocoaError] = []
    for relationship in layout.allRelationships where relationship.deleteRule == .denyDeleteRule {
      let left = targets(relationship.slot).filter { !$0.isDeleted }
      if !left.isEmpty { problems.append(CocoaError.denied(self, relationship.slot, left)) }
    }
    if let error = CocoaError.combined(problems) { throw error }
  }
}
