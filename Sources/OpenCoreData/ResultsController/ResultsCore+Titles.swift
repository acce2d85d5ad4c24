import Foundation

extension ResultsCore {
  /// What an index of the sections shows.
  var indexTitles: [String] {
    var titles: [String] = []
    for section in sections ?? [] {
      guard let title = section.indexTitle, titles.last != title else { continue }
      titles.append(title)
    }
    return titles
  }

  func section(forIndexTitle title: String) -> Int {
    guard let section = sections?.firstIndex(where: { $0.indexTitle == title }) else {
      preconditionFailure(
        "no section has the index title '\(title)'; ask for one of sectionIndexTitles")
    }
    return section
  }

  /// The title of a section as the program's controller, which may be of a derived class, has it.
  func indexTitle(of name: String) -> String? {
    face.map { $0.sectionIndexTitle(forSectionName: name) } ?? defaultIndexTitle(of: name)
  }

  /// The title of a section as the delegate has it.
  func defaultIndexTitle(of name: String) -> String? {
    guard let delegate else { return Self.firstLetter(of: name) }
    return delegate.controller(erased, sectionIndexTitleForSectionName: name)
  }

  static func firstLetter(of name: String) -> String? {
    name.first.map { String($0).uppercased() }
  }

  func isFace(_ other: any ResultsFace) -> Bool { face === other || face == nil }

  /// The controller that a delegate gets: the program's, where it has the type.
  var erased: NSFetchedResultsController<any NSFetchRequestResult> {
    face as? NSFetchedResultsController<any NSFetchRequestResult>
      ?? NSFetchedResultsController(faceOf: self)
  }
}
