import DocumentStore

/// Where derived values are computed: live objects, or records that no object stands for.
protocol DerivationSource {
  associatedtype Node: Hashable

  /// The layout of an object.
  func layout(of node: Node) throws -> ObjectLayout
  /// What a save would write into a slot.
  func value(_ slot: Int, of node: Node) throws -> Value
  /// The objects that a relationship leads to, deleted ones left out.
  func members(_ slot: Int, of node: Node) throws -> [Node]
  /// The objects of a layout whose relationship, which has no inverse, leads to an object.
  func holders(
    of node: Node, by relationship: RelationshipLayout, in layout: ObjectLayout
  ) throws -> [Node]
  /// Gives a derived attribute its value.
  func write(_ value: Value, to slot: Int, of node: Node) throws
}

/// An object, and the slots that changed in it; nil for a new one.
struct DerivationCause<Node> {
  let node: Node
  let slots: [Int]?
}
