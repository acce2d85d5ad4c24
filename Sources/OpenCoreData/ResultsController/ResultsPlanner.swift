import Foundation

/// Works out what an event does to the results of a controller.
///
/// Objects that may have changed are loose: they are taken out of their sections, and those that are (still or now)
/// among the results are put in again, in order. All others are fixed; nothing moves one of them relative to
/// another. A loose object that comes back between the same two fixed ones has kept its place; of several between
/// the same two, as many as possible have. The cost is that of the loose objects, and of moving addresses in the
/// arrays of their sections.
struct ResultsPlanner {
  /// An object that is among the results, or becomes one of them.
  private struct Loose {
    let object: NSManagedObject
    /// Whether it has changed itself, so that keeping its place is an update.
    let isDirect: Bool
    var section: ResultsSection?
    var row = 0
    /// How many fixed objects of the section come before it.
    var gap = 0
  }

  /// A loose object at its new place.
  private struct Arrival {
    let loose: Loose
    let row: Int
    let gap: Int
  }

  /// A section that loses or gets objects.
  private final class Draft {
    let section: ResultsSection
    let isNew: Bool
    var fixed: [NSManagedObject]
    var members: [NSManagedObject] = []
    var waiting: [(loose: Loose, ranked: ResultsOrder.Ranked)] = []
    var arrivals: [Arrival] = []

    init(_ section: ResultsSection, isNew: Bool = false) {
      self.section = section
      self.isNew = isNew
      fixed = section.members
    }
  }

  private let core: ResultsCore
  private let query: ResultsQuery
  private let order: ResultsOrder
  private let oldSections: [ResultsSection]
  private var drafts: [ObjectIdentifier: Draft] = [:]
  private var newSections: [String: Draft] = [:]
  private var gone: [Loose] = []
  private var change = ResultsChange()
  /// The numbers of the sections before and after.
  private var oldNumbers: [ObjectIdentifier: Int] = [:]
  private var newNumbers: [ObjectIdentifier: Int] = [:]
  /// Sections that are there before and after, but have been taken out and put in again.
  private var moved: Set<ObjectIdentifier> = []

  init(_ core: ResultsCore, _ query: ResultsQuery) {
    self.core = core
    self.query = query
    order = ResultsOrder(query)
    oldSections = core.sections ?? []
  }

  /// The change that follows from what objects are now; `isDirect` says of each whether it has changed itself.
  mutating func change(
    _ objects: [(object: NSManagedObject, isDirect: Bool)],
    isMember: (NSManagedObject) -> Bool
  ) -> ResultsChange {
    let stays = takeOut(objects, isMember)
    if stays.isEmpty, gone.isEmpty { return change }
    putIn(stays)
    arrangeSections()
    report()
    return change
  }

  // MARK: Taking out

  /// Takes the objects out of their sections, and gives those that are to be put in.
  private mutating func takeOut(
    _ objects: [(object: NSManagedObject, isDirect: Bool)], _ isMember: (NSManagedObject) -> Bool
  ) -> [Loose] {
    var stays: [Loose] = []
    var homes: [ObjectIdentifier: [ObjectIdentifier: Loose]] = [:]
    for (object, isDirect) in objects {
      var loose = Loose(object: object, isDirect: isDirect)
      if let home = core.home(of: object) {
        loose.section = home
        if drafts[ObjectIdentifier(home)] == nil { drafts[ObjectIdentifier(home)] = Draft(home) }
        homes[ObjectIdentifier(home), default: [:]][ObjectIdentifier(object)] = loose
      } else if isMember(object) {
        stays.append(loose)
      }
    }
    for (home, members) in homes {
      guard let draft = drafts[home] else { continue }
      for loose in Self.takeOut(members, of: draft) {
        if isMember(loose.object) { stays.append(loose) } else { gone.append(loose) }
      }
    }
    return stays
  }

  /// Takes some members out of a section, and gives them with their places, in order.
  private static func takeOut(
    _ members: [ObjectIdentifier: Loose], of draft: Draft
  ) -> [Loose] {
    var found: [Loose] = []
    // Few are looked for one by one: comparing addresses is faster than hashing them.
    let few = members.count <= 4 ? members.values.map(\.object) : []
    for (row, object) in draft.section.members.enumerated() {
      if !few.isEmpty, !few.contains(where: { $0 === object }) { continue }
      guard var loose = members[ObjectIdentifier(object)] else { continue }
      loose.row = row
      loose.gap = row - found.count
      found.append(loose)
      if found.count == members.count { break }
    }
    for loose in found.reversed() where members.count <= 4 { draft.fixed.remove(at: loose.row) }
    if members.count > 4 {
      draft.fixed.removeAll { members[ObjectIdentifier($0)] != nil }
    }
    return found
  }

  // MARK: Putting in

  private mutating func putIn(_ stays: [Loose]) {
    let ranked = stays.map { (loose: $0, ranked: order.ranked($0.object)) }
      .sorted { order.precedes($0.ranked, $1.ranked) }
    for entry in ranked {
      draft(named: query.sectionName(of: entry.loose.object)).waiting.append(entry)
    }
    for draft in allDrafts { putIn(draft) }
  }

  private mutating func draft(named name: String) -> Draft {
    if let section = core.section(named: name) {
      if let known = drafts[ObjectIdentifier(section)] { return known }
      let draft = Draft(section)
      drafts[ObjectIdentifier(section)] = draft
      return draft
    }
    if let known = newSections[name] { return known }
    let draft = Draft(ResultsSection(name, of: core), isNew: true)
    newSections[name] = draft
    return draft
  }

  private var allDrafts: [Draft] { Array(drafts.values) + Array(newSections.values) }

  /// Puts the waiting objects of a section, which are in order, among the fixed ones.
  private mutating func putIn(_ draft: Draft) {
    draft.members.reserveCapacity(draft.fixed.count + draft.waiting.count)
    var gap = 0
    for (loose, ranked) in draft.waiting {
      let place = order.place(of: ranked, in: draft.fixed, from: gap)
      draft.members += draft.fixed[gap..<place]
      gap = place
      draft.arrivals.append(Arrival(loose: loose, row: draft.members.count, gap: gap))
      draft.members.append(loose.object)
    }
    draft.members += draft.fixed[gap...]
    change.contents.append((draft.section, draft.members))
  }

  // MARK: Sections

  /// Finds the new list of sections, and which of the old ones must be taken out and put in again.
  private mutating func arrangeSections() {
    var loose: [Draft] = []
    var anchored: [ResultsSection] = []
    var firsts: [NSManagedObject] = []
    for (number, section) in oldSections.enumerated() {
      oldNumbers[ObjectIdentifier(section)] = number
      let draft = drafts[ObjectIdentifier(section)]
      let isAnchored = draft.map { !$0.fixed.isEmpty } ?? true
      if isAnchored || query.sectionPath == nil {
        anchored.append(section)
        if let first = (draft?.members ?? section.members).first { firsts.append(first) }
      } else if let draft, !draft.members.isEmpty {
        loose.append(draft)
      }
    }
    let kept = loose.map(\.section)
    merge(loose + newSections.values, into: anchored, firsts)
    for (number, section) in change.sections.enumerated() {
      newNumbers[ObjectIdentifier(section)] = number
    }
    let before = oldSections.filter { newNumbers[ObjectIdentifier($0)] != nil }
    let after = change.sections.filter { oldNumbers[ObjectIdentifier($0)] != nil }
    if !zip(before, after).allSatisfy(===) { moved = Set(kept.map { ObjectIdentifier($0) }) }
  }

  /// Puts sections whose objects are all loose among the others, by their first objects.
  private mutating func merge(
    _ loose: [Draft], into anchored: [ResultsSection], _ firsts: [NSManagedObject]
  ) {
    let ranked = loose.compactMap { draft in
      draft.waiting.first.map { (section: draft.section, first: $0.ranked) }
    }.sorted { order.precedes($0.first, $1.first) }
    var done = 0
    for (section, first) in ranked {
      let place = order.place(of: first, in: firsts, from: done)
      change.sections += anchored[done..<place]
      change.sections.append(section)
      done = place
    }
    change.sections += anchored[done...]
  }

  // MARK: Reporting

  private mutating func report() {
    for (number, section) in oldSections.enumerated().reversed() {
      let id = ObjectIdentifier(section)
      if newNumbers[id] == nil || moved.contains(id) { change.deleted.append((number, section)) }
    }
    for (number, section) in change.sections.enumerated() {
      let id = ObjectIdentifier(section)
      if oldNumbers[id] == nil || moved.contains(id) { change.inserted.append((number, section)) }
    }
    var arrivals: [ResultsChange.Entry] = []
    for draft in allDrafts { arrivals += entries(of: draft) }
    change.objects = gone.map { loose in
      ResultsChange.Entry(object: loose.object, type: .delete, old: oldPlace(loose), new: nil)
    }.sorted { ($1.old ?? .zero) < ($0.old ?? .zero) }
    arrivals.sort { ($0.new ?? .zero) < ($1.new ?? .zero) }
    for type in [NSFetchedResultsChangeType.insert, .move, .update] {
      change.objects += arrivals.filter { $0.type == type }
    }
  }

  private func oldPlace(_ loose: Loose) -> ResultsChange.Place? {
    loose.section.flatMap { oldNumbers[ObjectIdentifier($0)] }
      .map { ResultsChange.Place(section: $0, row: loose.row) }
  }

  /// What happened to the objects that were put into a section.
  private func entries(of draft: Draft) -> [ResultsChange.Entry] {
    guard let number = newNumbers[ObjectIdentifier(draft.section)] else { return [] }
    let unmoved = unmovedRows(of: draft)
    return draft.arrivals.compactMap { arrival in
      let type: NSFetchedResultsChangeType
      if arrival.loose.section == nil {
        type = .insert
      } else if !unmoved.contains(arrival.row) {
        type = .move
      } else if arrival.loose.isDirect {
        type = .update
      } else {
        return nil
      }
      return ResultsChange.Entry(
        object: arrival.loose.object, type: type, old: oldPlace(arrival.loose),
        new: ResultsChange.Place(section: number, row: arrival.row))
    }
  }

  /// The new rows of the objects of a section that have kept their places.
  private func unmovedRows(of draft: Draft) -> Set<Int> {
    if moved.contains(ObjectIdentifier(draft.section)) { return [] }
    let back = draft.arrivals.filter {
      $0.loose.section === draft.section && $0.loose.gap == $0.gap
    }
    var unmoved: Set<Int> = []
    var rest = back[...]
    while let gap = rest.first?.gap {
      let same = rest.prefix { $0.gap == gap }
      for index in same.map(\.loose.row).longestRise {
        unmoved.insert(same[same.startIndex + index].row)
      }
      rest = rest.dropFirst(same.count)
    }
    return unmoved
  }
}

extension ResultsChange.Place: Comparable {
  static let zero = ResultsChange.Place(section: 0, row: 0)

  static func < (one: Self, other: Self) -> Bool {
    (one.section, one.row) < (other.section, other.row)
  }
}

extension Array where Element: Comparable {
  /// The indices of a longest part, gaps allowed, in which each element is greater than the one before.
  var longestRise: [Int] {
    // The index of the least last element of a rise, by its length; and what comes before each element.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, element) in enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < element { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var next = ends.last
    while let index = next {
      rise.append(index)
      next = before[index]
    }
    return rise.reversed()
  }
}
