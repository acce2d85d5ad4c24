/// The order in which composites are read: nested ones first.
struct CompositeOrder {
  /// The first composite of each name.
  let elements: [String: SourceElement]
  /// The composites, each after all that it contains.
  private(set) var order: [SourceElement] = []
  /// Composites that contain themselves: the names along the circle, and the attribute it begins with.
  private(set) var cycles: [(names: [String], element: SourceElement)] = []
  /// Composites that are nested too deeply.
  private(set) var tooDeep: [SourceElement] = []

  /// How deep composites may nest.
  static let depthLimit = 100

  private var path: [(name: String, attribute: SourceElement)] = []
  private var visited: Set<String> = []

  init(elements: [String: SourceElement]) {
    self.elements = elements
  }

  /// Visits a composite and all that it contains.
  mutating func visit(_ composite: SourceElement) {
    let name = composite["name"] ?? ""
    guard elements[name] === composite, visited.insert(name).inserted else { return }
    guard path.count < Self.depthLimit else { return tooDeep.append(composite) }
    for attribute in composite.children(named: "attribute") {
      guard attribute["attributeType"] == "Composite", let inner = attribute["composite"],
        let element = elements[inner]
      else { continue }
      path.append((name, attribute))
      if let start = path.firstIndex(where: { $0.name == inner }) {
        cycles.append((path[start...].map(\.name), path[start].attribute))
      } else {
        visit(element)
      }
      path.removeLast()
    }
    order.append(composite)
  }
}
