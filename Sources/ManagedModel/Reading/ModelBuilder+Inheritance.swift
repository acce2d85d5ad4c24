/// Entities inherit in trees of limited height: circles and branches that are too long are reported and
/// cut, and so is what would multiply a few lines to more properties than memory holds.
extension ModelBuilder {
  private static let inheritanceLimit = 100
  private static let propertyLimit = 250_000

  /// Gives each entity the one it inherits from, where that exists and is not one below it.
  func linkParents(of read: [NSEntityDescription]) {
    for entity in read {
      guard let element = entity.source,
        let parentName = ModelText.nonempty(element["parentEntity"])
      else { continue }
      let name = entity.name ?? ""
      if parentName == name {
        findings.report(.ownParent(name), at: element)
      } else if let parent = entities[parentName] {
        entity.superentity = parent
      } else {
        findings.report(.unknownParent(parentName, of: name, known: entityNames), at: element)
      }
    }
    cutCircles(among: read)
    cutBranches(among: read)
    for entity in read { entity.superentity?.ownSubentities.append(entity) }
  }

  /// Takes the parent away from entities that inherit from themselves, one in each circle.
  private func cutCircles(among read: [NSEntityDescription]) {
    var checked: Set<ObjectIdentifier> = []
    for start in read {
      var path: [NSEntityDescription] = []
      var onPath: Set<ObjectIdentifier> = []
      var next: NSEntityDescription? = start
      while let entity = next, checked.insert(ObjectIdentifier(entity)).inserted {
        path.append(entity)
        onPath.insert(ObjectIdentifier(entity))
        next = entity.superentity
      }
      guard let entity = next, onPath.contains(ObjectIdentifier(entity)),
        let first = path.firstIndex(where: { $0 === entity })
      else { continue }
      findings.report(
        .parentCycle(path[first...].map { $0.name ?? "" }), at: entity.source)
      entity.superentity = nil
    }
  }

  /// Takes the parent away from entities so far from the root that walking there could fail, and from
  /// those that would inherit too much.
  private func cutBranches(among read: [NSEntityDescription]) {
    var sizes: [ObjectIdentifier: (height: Int, properties: Int)] = [:]
    var (total, isTooMuch) = (0, false)
    for start in read {
      var path: [NSEntityDescription] = []
      var next: NSEntityDescription? = start
      while let entity = next, sizes[ObjectIdentifier(entity)] == nil {
        path.append(entity)
        next = entity.superentity
      }
      var size = next.flatMap { sizes[ObjectIdentifier($0)] } ?? (0, 0)
      for entity in path.reversed() {
        let own = valueCount(of: entity.ownProperties)
        size = (size.height + 1, size.properties + own)
        total += size.properties
        if size.height > Self.inheritanceLimit || total > Self.propertyLimit {
          reportSize(of: entity, isTooHigh: size.height > Self.inheritanceLimit, &isTooMuch)
          entity.superentity = nil
          total += own - size.properties
          size = (1, own)
        }
        sizes[ObjectIdentifier(entity)] = size
      }
    }
  }

  /// Says what is too much; of the properties of the whole model once.
  private func reportSize(
    of entity: NSEntityDescription, isTooHigh: Bool, _ isTooMuch: inout Bool
  ) {
    let name = entity.name ?? ""
    if isTooHigh {
      findings.report(.deepInheritance(name, limit: Self.inheritanceLimit), at: entity.source)
    } else if !isTooMuch {
      findings.report(.tooManyProperties(name, limit: Self.propertyLimit), at: entity.source)
      isTooMuch = true
    }
  }
}
