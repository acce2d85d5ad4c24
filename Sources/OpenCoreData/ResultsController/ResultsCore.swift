import Foundation
import ManagedModel

/// What a results controller is inside, whatever the type of its results.
///
/// Safe because it is used on its context's queue only; its observer is called where the context posts.
final class ResultsCore: @unchecked Sendable {
  let request: NSPersistentStoreRequest
  let requestCore: FetchRequestCore
  let context: NSManagedObjectContext
  let sectionPath: String?
  let cacheName: String?
  /// The program's controller; it holds this.
  weak var face: (any ResultsFace)?
  weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { changeDelegate() }
  }
  /// Called after each event that changed something, with what changed.
  var didChange: ((ResultsChange) -> Void)? {
    didSet { observe() }
  }

  /// What is followed; nil before the results have been fetched.
  private(set) var query: ResultsQuery?
  private(set) var sections: [ResultsSection]?
  private var sectionsByName: [String: ResultsSection] = [:]
  /// The section of each result; made with the first change.
  private var homes: [ObjectIdentifier: ResultsSection]?
  /// Another number after each change.
  private(set) var version = 0

  /// Which of its methods the delegate has.
  var answers = DelegateAnswers.unknown
  /// Set by the methods that stand in for those that a delegate does not have.
  var isUnanswered = false
  /// Events that were posted while the delegate was being told of another.
  var waiting: [[AnyHashable: Any]] = []
  var isTelling = false
  private var observer: (any NSObjectProtocol)?

  init(
    _ request: NSPersistentStoreRequest, _ requestCore: FetchRequestCore,
    _ context: NSManagedObjectContext, sectionPath: String?, cacheName: String?
  ) {
    self.request = request
    self.requestCore = requestCore
    self.context = context
    self.sectionPath = sectionPath
    self.cacheName = cacheName
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  func observe() {
    guard observer == nil else { return }
    context.graph.isFollowed = true
    observer = NotificationCenter.default.addObserver(
      forName: ContextNotification.didChangeObjects.name, object: context, queue: nil
    ) { [weak self] note in
      self?.contextDidChange(note.userInfo ?? [:])
    }
  }

  // MARK: Fetching

  func performFetch() throws {
    context.graph.checkQueue()
    let query = try ResultsQuery(self)
    let sections = try arrange(try query.fetch(), by: query)
    self.query = query
    self.sections = sections
    sectionsByName = Dictionary(uniqueKeysWithValues: sections.map { ($0.name, $0) })
    homes = nil
    version += 1
  }

  /// Objects in their sections, or why their order does not bring those of a section together.
  private func arrange(
    _ objects: [NSManagedObject], by query: ResultsQuery
  ) throws -> [ResultsSection] {
    guard sectionPath != nil else {
      return [ResultsSection("", objects, of: self)]
    }
    var sections: [ResultsSection] = []
    var names: Set<String> = []
    for object in objects {
      let name = query.sectionName(of: object)
      if sections.last?.name != name {
        guard names.insert(name).inserted else { throw CocoaError.scattered(name, object, query) }
        sections.append(ResultsSection(name, of: self))
      }
      sections.last?.members.append(object)
    }
    return sections
  }

  // MARK: Places

  func section(named name: String) -> ResultsSection? { sectionsByName[name] }

  /// The section that an object is in; nil where it is not among the results.
  func home(of object: NSManagedObject) -> ResultsSection? {
    if homes == nil { findHomes() }
    return homes?[ObjectIdentifier(object)]
  }

  private func findHomes() {
    var homes: [ObjectIdentifier: ResultsSection] = [:]
    let sections = sections ?? []
    homes.reserveCapacity(sections.reduce(0) { $0 + $1.members.count })
    for section in sections {
      for object in section.members { homes[ObjectIdentifier(object)] = section }
    }
    self.homes = homes
  }

  /// Makes the results what a change says.
  func apply(_ change: ResultsChange) {
    for (section, members) in change.contents { section.members = members }
    for entry in change.objects {
      homes?[ObjectIdentifier(entry.object)] = entry.new.map { change.sections[$0.section] }
    }
    for (_, section) in change.deleted { sectionsByName[section.name] = nil }
    for (_, section) in change.inserted { sectionsByName[section.name] = section }
    sections = change.sections
    version += 1
  }

  /// The results as they are, to be put back.
  var arrangement: [(section: ResultsSection, members: [NSManagedObject])] {
    (sections ?? []).map { ($0, $0.members) }
  }

  /// Puts back what the results were.
  func restore(_ arrangement: [(section: ResultsSection, members: [NSManagedObject])]) {
    for (section, members) in arrangement { section.members = members }
    sections = arrangement.map(\.section)
    sectionsByName = Dictionary(
      uniqueKeysWithValues: arrangement.map { ($0.section.name, $0.section) })
    homes = nil
    version += 1
  }

  func object(at path: IndexPath) -> NSManagedObject {
    let sections = sections ?? []
    precondition(
      path.count == 2 && sections.indices.contains(path.section)
        && sections[path.section].members.indices.contains(path.row),
      "\(path) leads to no result; there are \(sections.count) sections, see numberOfObjects of each"
    )
    return sections[path.section].members[path.row]
  }

  func indexPath(of object: NSManagedObject) -> IndexPath? {
    guard let home = home(of: object), let sections,
      let section = sections.firstIndex(where: { $0 === home }),
      let row = home.members.firstIndex(where: { $0 === object })
    else { return nil }
    return IndexPath(row: row, section: section)
  }
}

extension CocoaError {
  static func scattered(
    _ name: String, _ object: NSManagedObject, _ query: ResultsQuery
  ) -> CocoaError {
    CocoaError(
      .coreData,
      saying: """
        the objects of section '\(name)' are not next to each other: \(object.label) stands after \
        objects of another section; let the first sort descriptor order by \
        '\(query.sectionPath ?? "")', or by what has the same order
        """)
  }
}
