import DocumentStore
import ManagedModel
import Synchronization

/// The layouts of all concrete entities of a model; made once, when the model is first used.
final class ModelLayout: Sendable {
  let schema: Schema
  /// In the order of the schema's tables.
  let layouts: [ObjectLayout]
  /// How derived attributes are computed.
  let derivations: DerivationTable
  private let positions: [ObjectIdentifier: Int]
  private let positionsByName: [String: Int]
  /// For every entity of the model, abstract ones included, itself and what inherits from it.
  private let families: [ObjectIdentifier: EntityFamily]

  private init(_ model: NSManagedObjectModel) throws(StoreError) {
    schema = try Schema(model: model)
    var positions: [ObjectIdentifier: Int] = [:]
    let byName = model.entitiesByName
    layouts = schema.tables.compactMap { table in
      byName[table.name].map { ObjectLayout(table, entity: $0) }
    }
    derivations = try DerivationTable(layouts)
    for layout in layouts { positions[ObjectIdentifier(layout.entity)] = layout.index }
    self.positions = positions
    positionsByName = Dictionary(uniqueKeysWithValues: layouts.map { ($0.name, $0.index) })
    var entityFamilies: [ObjectIdentifier: EntityFamily] = [:]
    for entity in model.entities {
      let members = Set(entity.selfAndDescendants.map(ObjectIdentifier.init))
      entityFamilies[ObjectIdentifier(entity)] = EntityFamily(layouts) {
        members.contains(ObjectIdentifier($0.entity))
      }
    }
    self.families = entityFamilies
  }

  /// The layouts of a model, which is frozen by asking.
  static func of(_ model: NSManagedObjectModel) throws(StoreError) -> ModelLayout {
    model.freeze()
    let result: Result<ModelLayout, StoreError> = model.companion.withLock { companion in
      if let known = companion as? ModelLayout { return .success(known) }
      do throws(StoreError) {
        let fresh = try ModelLayout(model)
        companion = fresh
        return .success(fresh)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The layout of a concrete entity of the model; nil for an abstract one and for those of other models.
  func layout(of entity: NSEntityDescription) -> ObjectLayout? {
    positions[ObjectIdentifier(entity)].map { layouts[$0] }
  }

  /// The layout of the concrete entity of a name; nil where there is none.
  func layout(named name: String) -> ObjectLayout? {
    positionsByName[name].map { layouts[$0] }
  }

  /// The layouts of an entity of the model and, where that is wanted, of all that inherit from it.
  func family(of entity: NSEntityDescription, includingSubentities: Bool) -> EntityFamily {
    if includingSubentities, let family = families[ObjectIdentifier(entity)] { return family }
    return EntityFamily(layouts) { $0.entity === entity }
  }
}

/// The layouts of some entities.
struct EntityFamily {
  /// In the order of the schema's tables.
  let layouts: [ObjectLayout]
  /// For each layout of the model, whether it is one of them.
  let contains: [Bool]

  fileprivate init(_ all: [ObjectLayout], _ isMember: (ObjectLayout) -> Bool) {
    contains = all.map(isMember)
    layouts = all.filter(isMember)
  }
}

extension NSEntityDescription {
  /// The layout of the entity's objects, or the end of the program where there can be none.
  var requiredLayout: ObjectLayout {
    let found: ObjectLayout?
    do throws(StoreError) {
      found = try ModelLayout.of(managedObjectModel).layout(of: self)
    } catch {
      preconditionFailure(error.description)
    }
    guard let found else {
      preconditionFailure(
        "entity '\(name ?? "")' is abstract and has no objects of its own; use one of its subentities"
      )
    }
    return found
  }
}
