/// The composites that a model's file declares, and which of them each attribute names.
///
/// Attributes of one composite type share its parts. In code they may be given others: then the type
/// changes with its only attribute, or the attribute gets a type of its own.
struct CompositePlan {
  /// The composites, those of the file first.
  private(set) var types: [CompositeType]
  private var names: [ObjectIdentifier: String] = [:]

  init(_ model: NSManagedObjectModel) {
    types = model.ownComposites
    let attributes = Self.compositeAttributes(of: model)
    var changed: [NSCompositeAttributeDescription] = []
    var used: Set<String> = []
    for attribute in attributes {
      if let type = types.first(where: { $0.name == attribute.compositeName }),
        Self.same(type.elements, attribute.elements)
      {
        names[ObjectIdentifier(attribute)] = type.name
        used.insert(type.name)
      } else {
        changed.append(attribute)
      }
    }
    for attribute in changed { assign(attribute, used: &used) }
  }

  /// The name of an attribute's composite.
  func name(of attribute: NSCompositeAttributeDescription) -> String? {
    names[ObjectIdentifier(attribute)]
  }

  private mutating func assign(
    _ attribute: NSCompositeAttributeDescription, used: inout Set<String>
  ) {
    let stated =
      attribute.compositeName ?? attribute.name.prefix(1).uppercased() + attribute.name.dropFirst()
    if let type = types.first(where: {
      Self.same($0.elements, attribute.elements) && !$0.elements.isEmpty
    }) {
      names[ObjectIdentifier(attribute)] = type.name
    } else if let position = types.firstIndex(where: { $0.name == stated }), !used.contains(stated)
    {
      types[position].elements = attribute.elements
      names[ObjectIdentifier(attribute)] = stated
    } else {
      var (name, number) = (stated, 2)
      while types.contains(where: { $0.name == name }) {
        name = "\(stated)\(number)"
        number += 1
      }
      types.append(CompositeType(name: name, elements: attribute.elements))
      names[ObjectIdentifier(attribute)] = name
    }
    used.insert(names[ObjectIdentifier(attribute)] ?? stated)
  }

  /// All composite attributes, those in composites included, each once.
  private static func compositeAttributes(
    of model: NSManagedObjectModel
  ) -> [NSCompositeAttributeDescription] {
    var found: [NSCompositeAttributeDescription] = []
    var seen: Set<ObjectIdentifier> = []
    var pending: [NSPropertyDescription] =
      (model.ownEntities.flatMap(\.ownProperties) + model.ownComposites.flatMap(\.elements))
      .reversed()
    while let property = pending.popLast() {
      guard let composite = property as? NSCompositeAttributeDescription,
        seen.insert(ObjectIdentifier(composite)).inserted
      else { continue }
      found.append(composite)
      pending += composite.elements.reversed()
    }
    return found
  }

  private static func same(
    _ parts: [NSAttributeDescription], _ others: [NSAttributeDescription]
  ) -> Bool {
    parts.count == others.count && zip(parts, others).allSatisfy { $0 === $1 }
  }
}
