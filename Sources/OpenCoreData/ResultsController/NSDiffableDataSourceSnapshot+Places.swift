extension NSDiffableDataSourceSnapshot {
  /// Puts new items before one that is there.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) {
    let place = required(item: beforeIdentifier)
    sections[place.section].items.insert(contentsOf: identifiers, at: place.row)
  }

  /// Puts new items after one that is there.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) {
    let place = required(item: afterIdentifier)
    sections[place.section].items.insert(contentsOf: identifiers, at: place.row + 1)
  }

  /// Puts an item before another one.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
  ) {
    if takeOut(identifier, for: toIdentifier) {
      insertItems([identifier], beforeItem: toIdentifier)
    }
  }

  /// Puts an item after another one.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
  ) {
    if takeOut(identifier, for: toIdentifier) { insertItems([identifier], afterItem: toIdentifier) }
  }

  /// Puts new sections, without items, before one that is there.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) {
    insert(identifiers, at: required(toIdentifier))
  }

  /// Puts new sections, without items, after one that is there.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) {
    insert(identifiers, at: required(toIdentifier) + 1)
  }

  /// Puts a section with its items before another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) {
    if identifier == toIdentifier { return }
    let section = sections.remove(at: required(identifier))
    sections.insert(section, at: required(toIdentifier))
  }

  /// Puts a section with its items after another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) {
    if identifier == toIdentifier { return }
    let section = sections.remove(at: required(identifier))
    sections.insert(section, at: required(toIdentifier) + 1)
  }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    for id in identifiers {
      precondition(
        indexOfSection(id) == nil, "the snapshot has a section '\(id)' already; ids are unique")
    }
    sections.insert(contentsOf: identifiers.map { Section(id: $0) }, at: index)
  }

  /// Takes an item out, to be put beside another one; not where that is the same.
  private mutating func takeOut(_ item: ItemIdentifierType, for other: ItemIdentifierType) -> Bool {
    if item == other { return false }
    _ = required(item: other)
    let place = required(item: item)
    sections[place.section].items.remove(at: place.row)
    return true
  }

  private func required(item: ItemIdentifierType) -> (section: Int, row: Int) {
    guard let place = place(of: item) else {
      preconditionFailure("the snapshot has no item '\(item)'; ask for one of itemIdentifiers")
    }
    return place
  }
}
