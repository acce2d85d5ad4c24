import Foundation

/// What an event does to the results of a controller: the new arrangement, and how it differs from the old one.
///
/// Whoever takes away what is deleted or moved, objects before sections, by the old places from the last to the
/// first, and then puts in what is inserted or moved, sections before objects, by the new places from the first to
/// the last, has the new arrangement.
struct ResultsChange {
  /// A section and a row, by numbers.
  struct Place: Hashable {
    var section: Int
    var row: Int
    var indexPath: IndexPath { IndexPath(row: row, section: section) }
  }

  /// What happened to an object.
  struct Entry {
    let object: NSManagedObject
    let type: NSFetchedResultsChangeType
    /// Its place before; nil where it was not among the results.
    let old: Place?
    /// Its place now; nil where it is not among the results any more.
    let new: Place?
  }

  /// All sections, as they are now.
  var sections: [ResultsSection] = []
  /// The sections whose objects are others, or in another order, with their objects now.
  var contents: [(section: ResultsSection, members: [NSManagedObject])] = []
  /// Sections that are gone, and those that have been moved, by their numbers before, the last one first.
  var deleted: [(index: Int, section: ResultsSection)] = []
  /// Sections that are new, and those that have been moved, by their numbers now.
  var inserted: [(index: Int, section: ResultsSection)] = []
  /// Deletions, insertions, moves, updates, in this order.
  var objects: [Entry] = []

  var isEmpty: Bool { objects.isEmpty && deleted.isEmpty && inserted.isEmpty }

  /// The difference between the objects' ids before and now, where there is one section.
  var difference: CollectionDifference<NSManagedObjectID>? {
    var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
    for entry in objects {
      let id = entry.object.objectID
      if let old = entry.old {
        changes.append(.remove(offset: old.row, element: id, associatedWith: entry.new?.row))
      }
      if let new = entry.new {
        changes.append(.insert(offset: new.row, element: id, associatedWith: entry.old?.row))
      }
    }
    return CollectionDifference(changes)
  }
}
