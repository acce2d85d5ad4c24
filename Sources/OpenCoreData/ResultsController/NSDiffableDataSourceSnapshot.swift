/// The ids of sections and of the items in them, in order.
///
/// Apple's type of this name belongs to the user interface frameworks, which this module knows nothing of. It is
/// what a results controller tells its delegate, and what a sequence of results yields. Every id is unique.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Equatable, Sendable {
  struct Section: Equatable, Sendable {
    var id: SectionIdentifierType
    var items: [ItemIdentifierType] = []
  }

  var sections: [Section] = []
  /// Sections that were changed while their place is the same.
  public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
  /// Items that were changed while their place is the same.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []

  /// Items that were changed, and are to be shown by what shows them already.
  public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

  /// Makes a snapshot without sections.
  public init() {}

  // MARK: Asking

  /// How many items there are in all sections.
  public var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// How many sections there are.
  public var numberOfSections: Int { sections.count }

  /// The sections, in order.
  public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.id) }

  /// The items of all sections, in order.
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

  /// How many items a section has.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    sections[required(identifier)].items.count
  }

  /// The items of a section, in order.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    sections[required(identifier)].items
  }

  /// The section that an item is in; it is looked for in all of them.
  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? {
    place(of: identifier).map { sections[$0.section].id }
  }

  /// The number of an item among all items; it is looked for in all of them.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    place(of: identifier).map { place in
      sections[..<place.section].reduce(place.row) { $0 + $1.items.count }
    }
  }

  /// The number of a section.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sections.firstIndex { $0.id == identifier }
  }

  // MARK: Changing

  /// Adds sections without items at the end.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    for id in identifiers {
      precondition(
        indexOfSection(id) == nil, "the snapshot has a section '\(id)' already; ids are unique")
      sections.append(Section(id: id))
    }
  }

  /// Adds items at the end of a section, the last one where none is given.
  ///
  /// Whether one of them is there already is not checked.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection section: SectionIdentifierType? = nil
  ) {
    let index = section.map(required) ?? sections.count - 1
    precondition(index >= 0, "items need a section; call appendSections(_:) before")
    sections[index].items += identifiers
  }

  /// Takes away items; those that are not there make no difference.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let gone = Set(identifiers)
    for index in sections.indices { sections[index].items.removeAll { gone.contains($0) } }
    reloadedItemIdentifiers.removeAll { gone.contains($0) }
    reconfiguredItemIdentifiers.removeAll { gone.contains($0) }
  }

  /// Takes away everything.
  public mutating func deleteAllItems() { self = Self() }

  /// Takes away sections and their items.
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    let gone = Set(identifiers)
    deleteItems(sections.filter { gone.contains($0.id) }.flatMap(\.items))
    sections.removeAll { gone.contains($0.id) }
    reloadedSectionIdentifiers.removeAll { gone.contains($0) }
  }

  /// Marks items as changed.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    reloadedItemIdentifiers += identifiers
  }

  /// Marks items as changed and to be shown by what shows them already.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    reconfiguredItemIdentifiers += identifiers
  }

  /// Marks sections as changed.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    reloadedSectionIdentifiers += identifiers
  }

  func required(_ identifier: SectionIdentifierType) -> Int {
    guard let index = indexOfSection(identifier) else {
      preconditionFailure(
        "the snapshot has no section '\(identifier)'; ask for one of sectionIdentifiers")
    }
    return index
  }

  func place(of item: ItemIdentifierType) -> (section: Int, row: Int)? {
    for (number, section) in sections.enumerated() {
      if let row = section.items.firstIndex(of: item) { return (number, row) }
    }
    return nil
  }
}

/// The snapshot that a results controller's delegate gets.
///
/// Apple's delegate gets an object of this name, which is cast to the generic struct; here it is that struct.
public typealias NSDiffableDataSourceSnapshotReference = NSDiffableDataSourceSnapshot<
  String, NSManagedObjectID
>
