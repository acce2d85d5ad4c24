import DocumentStore
import ManagedModel
import Predicates

/// A derived attribute in the objects of one layout: how its value is computed, and from where.
struct DerivedColumn: Sendable {
  /// The index of the layout.
  let layout: Int
  let slot: Int
  let derivation: Derivation
  /// The keys on the way from the object; operators left out.
  let keys: [String]
  /// For each key, the layouts of the objects that have it on the way.
  let families: [Set<Int>]
}

/// A column whose value depends on what objects on its way hold.
struct Dependent: Sendable {
  let column: DerivedColumn
  /// Which of the column's keys it is.
  let position: Int
}

/// The derived attributes of a model.
struct DerivationTable: Sendable {
  /// For each layout, its derived attributes.
  private(set) var columns: [[DerivedColumn]]
  /// For each layout, by slot, the attributes of other objects that depend on what stands there.
  private(set) var dependents: [[Int: [Dependent]]]
  /// Whether the model has none.
  private(set) var isEmpty = true

  /// Throws where an attribute is computed in a way that cannot be.
  init(_ layouts: [ObjectLayout]) throws(StoreError) {
    columns = layouts.map { _ in [] }
    dependents = layouts.map { _ in [:] }
    for layout in layouts {
      for (slot, schema) in layout.columns.enumerated() where schema.isDerived {
        let attribute =
          layout.entity.attributesByName[schema.name] as? NSDerivedAttributeDescription
        guard let expression = attribute?.derivationExpression else { continue }
        add(try Self.column(slot, of: layout, expression, layouts), layouts)
      }
    }
  }

  private mutating func add(_ column: DerivedColumn, _ layouts: [ObjectLayout]) {
    isEmpty = false
    columns[column.layout].append(column)
    // What the object itself holds needs no entry: all that is derived in an object is computed anew when it
    // changes.
    for position in column.keys.indices.dropFirst() {
      for layout in column.families[position] {
        guard let slot = layouts[layout].keys.slot(of: column.keys[position]) else { continue }
        dependents[layout][slot, default: []].append(Dependent(column: column, position: position))
      }
    }
  }

  private static func column(
    _ slot: Int, of layout: ObjectLayout, _ expression: NSExpression, _ layouts: [ObjectLayout]
  ) throws(StoreError) -> DerivedColumn {
    let subject = "derived attribute '\(layout.columns[slot].name)' of '\(layout.name)'"
    guard let derivation = Derivation(expression) else {
      throw StoreError(
        .incompatibleModel,
        """
        \(subject) cannot be computed by '\(expression.description)'; what can be is a path through to-one \
        relationships, uppercase:, lowercase: or canonical: of one, 'members.@count', 'members.key.@sum' with \
        the operator at the end, and now()
        """)
    }
    let keys = derivation.keys
    var families: [Set<Int>] = []
    var family: Set<Int> = [layout.index]
    for key in keys {
      families.append(family)
      // The rest of the path leads into a composite.
      if family.isEmpty { continue }
      family = try next(key, family, subject, layouts)
    }
    return DerivedColumn(
      layout: layout.index, slot: slot, derivation: derivation, keys: keys, families: families)
  }

  /// The layouts that a key leads to; none where it is an attribute.
  private static func next(
    _ key: String, _ family: Set<Int>, _ subject: String, _ layouts: [ObjectLayout]
  ) throws(StoreError) -> Set<Int> {
    var next: Set<Int> = []
    for index in family {
      let layout = layouts[index]
      guard let slot = layout.keys.slot(of: key) else {
        throw StoreError(
          .incompatibleModel, "\(subject) cannot be computed: \(layout.unknownKey(key))")
      }
      guard let relationship = layout.relationships[slot] else { continue }
      next.formUnion(layouts.filter { relationship.accepts($0) }.map(\.index))
    }
    return next
  }
}

extension Derivation {
  /// The keys on the way to what the value is computed from.
  fileprivate var keys: [String] {
    switch self {
    case .value(let path), .text(_, let path), .count(let path), .sum(let path): path.keys
    case .now: []
    }
  }
}
