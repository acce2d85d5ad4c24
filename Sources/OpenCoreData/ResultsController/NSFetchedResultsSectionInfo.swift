import Foundation

/// What a results controller says of one of its sections.
public protocol NSFetchedResultsSectionInfo {
  /// The name: what the objects have at the key path of sections, as text; empty for nil.
  var name: String { get }
  /// What an index of the sections calls it.
  var indexTitle: String? { get }
  /// How many objects the section has.
  var numberOfObjects: Int { get }
  /// The objects, in order.
  var objects: [Any]? { get }
}

/// A section of a results controller; it changes with the results.
final class ResultsSection: NSFetchedResultsSectionInfo {
  let name: String
  var members: [NSManagedObject]
  private weak let core: ResultsCore?

  init(_ name: String, _ members: [NSManagedObject] = [], of core: ResultsCore) {
    self.name = name
    self.members = members
    self.core = core
  }

  var indexTitle: String? { core?.indexTitle(of: name) }
  var numberOfObjects: Int { members.count }
  var objects: [Any]? { members }
}
