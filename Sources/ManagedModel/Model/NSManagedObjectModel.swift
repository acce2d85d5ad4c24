public import Foundation
package import Synchronization

/// The description of a graph of objects: which entities there are and what they have.
///
/// A model is built in code or read from a file. Once a coordinator uses it, it is frozen: it cannot
/// be changed any more and is shared between threads without a lock.
///
/// Safe because a model is frozen before threads share it, and a frozen model refuses every change.
public final class NSManagedObjectModel: NSObject, NSCopying, Freezable, @unchecked Sendable {
  /// Texts for people by key: `Entity/Movie`, `Property/title/Entity/Movie`, `ErrorString/…`.
  public var localizationDictionary: [String: String]? {
    willSet { assertMutable("localizationDictionary") }
  }
  /// What the model's author calls this version.
  public var versionIdentifiers: Set<AnyHashable> = [] {
    willSet { assertMutable("versionIdentifiers") }
  }

  /// The name of the file or bundle that the model was read from, without its ending; stores note
  /// it, so that a document says which model describes it.
  package var name: String? { willSet { assertMutable("name") } }
  /// Whether a coordinator uses the model.
  package internal(set) var isFrozen = false

  /// What the module that makes the model's objects keeps with it once it is frozen.
  package let companion = Mutex<(any Sendable)?>(nil)

  var source: SourceElement?
  var ownEntities: [NSEntityDescription] = []
  var ownConfigurations: [ModelConfiguration] = []
  var ownTemplates: [NSFetchRequest<any NSFetchRequestResult>] = []
  var ownComposites: [CompositeType] = []
  var frozenLookup: ModelLookup?

  /// Makes a model without entities.
  public override init() {
    super.init()
  }

  /// The entities, in the order of the file they were read from.
  ///
  /// Setting them adds their subentities, and leads copied entities to those of this model.
  public var entities: [NSEntityDescription] {
    get { ownEntities }
    set { setEntities(newValue) }
  }

  /// The entities by name.
  public var entitiesByName: [String: NSEntityDescription] {
    frozenLookup?.entitiesByName ?? arrangedEntities
  }

  /// A copy, which may be changed.
  public func copy(with zone: NSZone? = nil) -> Any {
    duplicate()
  }

  var subject: String {
    name.map { "model '\($0)'" } ?? "the model"
  }
}

/// What a frozen model keeps, arranged for finding.
struct ModelLookup {
  let entitiesByName: [String: NSEntityDescription]
  let versionHashesByName: [String: Data]

  /// Arranges the entities of a model; of several of one name the first counts.
  init(_ model: NSManagedObjectModel) {
    entitiesByName = model.arrangedEntities
    versionHashesByName = entitiesByName.mapValues(\.versionHash)
  }
}

extension NSManagedObjectModel {
  fileprivate var arrangedEntities: [String: NSEntityDescription] {
    Dictionary(ownEntities.map { ($0.name ?? "", $0) }) { first, _ in first }
  }
}

/// A named part of a model's entities.
struct ModelConfiguration {
  var name: String
  var entities: [NSEntityDescription]
  var source: SourceElement?
}

/// A type of composite attributes: a name, and parts that all attributes of the type share.
struct CompositeType {
  var name: String
  var elements: [NSAttributeDescription]
  var source: SourceElement?
}
