import Foundation
import Predicates

/// The relationships that a controller's condition, order and sections lead over.
///
/// An object that changes may be what a result is chosen, ordered or named by. From it the relationships are
/// followed backwards, by their inverses, to the results that depend on it.
struct ResultsPaths {
  /// Objects that a path has reached.
  final class Place {
    let layouts: [ObjectLayout]
    /// Where the path comes from, and over which relationship; nil where it begins.
    let origin: (place: Place, key: String)?

    init(_ layouts: [ObjectLayout], origin: (Place, String)? = nil) {
      self.layouts = layouts
      self.origin = origin
    }

    func isAbout(_ layout: ObjectLayout) -> Bool { layouts.contains { $0 === layout } }

    /// The objects where the path begins that lead to an object; nil where a relationship has no inverse.
    func sources(of object: NSManagedObject) -> [NSManagedObject]? {
      guard let origin else { return [object] }
      var sources: [NSManagedObject] = []
      for layout in origin.place.layouts {
        guard let slot = layout.keys.slot(of: origin.key),
          let relationship = layout.relationships[slot], relationship.accepts(object.layout)
        else { continue }
        guard let inverse = relationship.inverse(in: object.layout) else { return nil }
        for owner in object.targets(inverse.slot) where owner.layout === layout {
          guard let found = origin.place.sources(of: owner) else { return nil }
          sources += found
        }
      }
      return sources
    }
  }

  /// The places beside the first.
  private(set) var places: [Place] = []
  /// Whether the results may depend on anything at all.
  private(set) var isUnbounded = false
  private let all: [ObjectLayout]
  private let start: Place
  private var variables: [String: Place] = [:]

  init(_ plan: FetchPlan, _ all: [ObjectLayout], sectionPath: String?) {
    self.all = all
    start = Place(plan.family.layouts)
    if let predicate = plan.predicate { visit(predicate) }
    for key in plan.descriptors.compactMap(\.key) { _ = follow(PropertyPath(key), from: start) }
    if let sectionPath { _ = follow(PropertyPath(sectionPath), from: start) }
  }

  /// The results that depend on an object which has changed; nil where that cannot be told.
  func dependents(on object: NSManagedObject) -> [NSManagedObject]? {
    var found: [NSManagedObject] = []
    for place in places where place.isAbout(object.layout) {
      guard let sources = place.sources(of: object) else { return nil }
      found += sources
    }
    return found
  }

  private mutating func visit(_ predicate: NSPredicate) {
    switch predicate.form {
    case .value, .opaque: break
    case .compound(let compound):
      for part in compound.subpredicates { visit(part) }
    case .comparison(let comparison):
      _ = visit(comparison.leftExpression)
      _ = visit(comparison.rightExpression)
    }
  }

  /// Takes in the paths of an expression, and says what it leads to.
  private mutating func visit(_ expression: NSExpression) -> Place? {
    switch expression.form {
    case .constant, .anyKey: return nil
    case .evaluatedObject: return start
    case .variable(let name): return variables[name]
    case .keyPath(let base, let path):
      if case .constant(let constant) = base.form, constant is any IdentifiedValue {
        isUnbounded = true
      }
      return visit(base).flatMap { follow(path, from: $0) }
    case .function(let operand, _, let arguments):
      return ([operand].compactMap(\.self) + arguments).reduce(nil) { visit($1) ?? $0 }
    case .aggregate(let members): return members.reduce(nil) { visit($1) ?? $0 }
    case .block(_, let arguments): return arguments.reduce(nil) { visit($1) ?? $0 }
    case .subquery(let collection, let name, let condition):
      let place = visit(collection)
      let outer = variables.updateValue(place ?? start, forKey: name)
      visit(condition)
      variables[name] = outer
      return place
    case .set(_, let left, let right):
      let place = visit(left)
      return visit(right) ?? place
    case .conditional(let condition, let first, let second):
      visit(condition)
      let place = visit(first)
      return visit(second) ?? place
    case .element(let list, let index):
      if case .at(let number) = index { _ = visit(number) }
      return visit(list)
    case .assignment(let name, let value):
      variables[name] = visit(value)
      return variables[name]
    case .fetch:
      isUnbounded = true
      return nil
    }
  }

  private mutating func follow(_ path: PropertyPath, from start: Place) -> Place? {
    var place = start
    for key in path.keys where !key.hasPrefix("@") && key.lowercased() != "self" {
      guard let next = follow(key, from: place) else { return place }
      place = next
    }
    return place
  }

  /// What a relationship leads to; nil where none of the objects has it.
  private mutating func follow(_ key: String, from place: Place) -> Place? {
    let known = places.first { $0.origin?.place === place && $0.origin?.key == key }
    if let known { return known }
    let relationships = place.layouts.compactMap { layout in
      layout.keys.slot(of: key).flatMap { layout.relationships[$0] }
    }
    if relationships.isEmpty { return nil }
    let next = Place(
      all.filter { layout in relationships.contains { $0.accepts(layout) } }, origin: (place, key))
    places.append(next)
    return next
  }
}
