import Predicates

extension PredicateCheck {
  /// Follows a path from a value, and says what it leads to.
  func meaning(of path: PropertyPath, from start: Meaning) -> Meaning {
    var found = start
    if start.path == nil {
      if case .object(let entity) = start.kind { found.owner = entity?.name }
    }
    for (position, key) in path.keys.enumerated() {
      let written = start.path.map { "\($0)." } ?? ""
      let text = written + path.keys[...position].joined(separator: ".")
      if position == 0, start.path == nil, let column = columns[key] {
        found = column
      } else if key.hasPrefix("@") {
        let rest = PropertyPath(Array(path.keys[(position + 1)...]))
        let owner = found.owner
        found = apply(key, to: found, rest: rest)
        found.path = written + path.text
        found.owner = owner
        return found
      } else {
        guard let next = follow(key, from: found) else { return .unknown }
        found = next
      }
      found.path = text
    }
    return found
  }

  /// The value of a key, nil where nothing more can be said.
  private func follow(_ key: String, from value: Meaning) -> Meaning? {
    var next = value
    next.constant = nil
    next.members = nil
    if key == "self" || key == "SELF" { return next }
    switch value.kind {
    case .object(_?) where key == "entity":
      next.kind = .entity
      next.property = nil
    case .object(let entity?):
      guard let property = property(key, of: entity) else { return nil }
      take(property, into: &next)
    case .composite(let composite?):
      guard let part = composite.elements.first(where: { $0.name == key }) else {
        report(
          .unknownKey(
            key, of: "composite attribute '\(composite.name)'",
            known: composite.elements.map(\.name)))
        return nil
      }
      take(part, into: &next)
    case .unknown, .null, .object(nil), .composite(nil): return nil
    case let kind:
      guard let result = kind.kind(ofKey: key) else {
        report(.keyOfValue(key, of: value))
        return nil
      }
      next.kind = result
      next.property = nil
    }
    return next
  }

  private func take(_ property: NSPropertyDescription, into value: inout Meaning) {
    value.property = property
    switch property {
    case let relationship as NSRelationshipDescription:
      value.kind = .object(relationship.destinationEntity)
      if relationship.isToMany {
        value.isCollection = true
        value.toMany = value.toMany ?? relationship.name
      }
    case let fetched as NSFetchedPropertyDescription:
      value.kind = .object(fetched.fetchRequest?.core.entity)
      value.isCollection = true
      value.toMany = value.toMany ?? fetched.name
      report(.onObjects(property))
    case let attribute as NSAttributeDescription: value.kind = ValueKind(attribute)
    case let column as NSExpressionDescription: value.kind = ValueKind(column.expressionResultType)
    default: value.kind = .unknown
    }
    if property.isTransient { report(.onObjects(property)) }
  }

  /// The property of a name, in an entity or, with a warning, in one that inherits from it.
  private func property(_ key: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
    let known = lookups.of(entity)
    if let property = known.propertiesByName[key] { return property }
    for descendant in entity.selfAndDescendants.dropFirst() {
      if let property = descendant.ownProperties.first(where: { $0.name == key }) {
        report(.keyOfSubentity(key, of: entity, only: descendant))
        return property
      }
    }
    let names = columns.keys.sorted() + known.properties.map(\.name)
    report(.unknownKey(key, of: "entity '\(entity.name ?? "")'", known: names))
    return nil
  }

  // MARK: Collection operators

  private func apply(_ name: String, to list: Meaning, rest: PropertyPath) -> Meaning {
    guard let operation = CollectionOperator(rawValue: name) else {
      report(.unknownOperator(name))
      return .unknown
    }
    if !list.isCollection, !list.kind.isOpen { report(.operatorOverOne(name, list)) }
    if operation == .count { return Meaning(kind: .number) }
    let values = rest.keys.isEmpty ? list : meaning(of: rest, from: bare(list))
    return result(of: operation, named: name, over: values)
  }

  /// A collection whose further keys are a path of their own.
  private func bare(_ list: Meaning) -> Meaning {
    var bare = Meaning(kind: list.kind, isCollection: true)
    bare.property = list.property
    return bare
  }

  private func result(
    of operation: CollectionOperator, named name: String, over values: Meaning
  ) -> Meaning {
    switch operation {
    case .count: return Meaning(kind: .number)
    case .sum, .average:
      if !values.kind.isOpen, values.kind != .number, values.kind != .boolean {
        report(.sumOfNonNumbers(name, values))
      }
      return Meaning(kind: .number)
    case .minimum, .maximum:
      if let reason = values.kind.orderlessness {
        report(.extremeOfOrderless(name, values, reason))
        return .unknown
      }
      return Meaning(kind: values.kind)
    case .union, .distinctUnion, .unionOfArrays, .distinctUnionOfArrays, .unionOfSets,
      .distinctUnionOfSets:
      return Meaning(kind: values.kind, isCollection: true)
    }
  }
}
