public import Foundation
public import ManagedModel

/// How the objects of one version of a model become those of another.
///
/// Safe because a mapping model is made and changed by one thread before a migration reads it.
public final class NSMappingModel: NSObject, @unchecked Sendable {
  /// The mappings, in the order in which they are carried out.
  public var entityMappings: [NSEntityMapping] = []

  /// The mappings by their names.
  public var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(entityMappings.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Makes a mapping model without mappings.
  public override init() { super.init() }

  /// Reads what Xcode's editor wrote: an `.xcmappingmodel` folder, or the `xcmapping.xml` in it.
  ///
  /// Nil where it cannot be read; ``init(loading:)`` says why.
  public convenience init?(contentsOf url: URL?) {
    guard let url, let read = try? NSMappingModel(loading: url) else { return nil }
    self.init()
    entityMappings = read.entityMappings
  }

  /// Reads what Xcode's editor wrote, and throws what is wrong with it.
  ///
  /// Not in Apple's framework.
  public convenience init(loading url: URL) throws {
    self.init()
    entityMappings = try MappingModelReader(url).entityMappings()
  }

  /// Finds the mapping model between two versions of a model in the resources of bundles, or of the main bundle.
  ///
  /// One fits where it maps entities that the models have to entities that they have. Expressions that the editor
  /// left to be generated are filled in.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    for bundle in bundles ?? [.main] {
      let places = bundle.urls(forResourcesWithExtension: "xcmappingmodel", subdirectory: nil)
      let paths = (places ?? []).compactMap(\.path).sorted()
      for path in paths {
        guard let mappings = try? MappingModelReader(URL(fileURLWithPath: path)).entityMappings()
        else { continue }
        let completion = MappingCompletion(source: sourceModel, destination: destinationModel)
        guard completion.fits(mappings) else { continue }
        self.init()
        completion.complete(mappings)
        entityMappings = mappings
        return
      }
    }
    return nil
  }
}
