import DocumentStore

/// How a required to-one relationship lost what it led to, where the object itself was not asked.
enum Loss {
  /// What it led to was deleted.
  case deleted(RecordReference)
  /// What it led to let go of it.
  case letGo(RecordReference)
  /// What it led to went over to another object.
  case taken(RecordReference, by: RecordReference)
}

extension NSManagedObject {
  /// Remembers why a relationship of this object has become empty; of optional ones nobody will ask.
  final func noteLoss(_ loss: Loss, of relationship: RelationshipLayout) {
    if relationship.isToMany || layout.columns[relationship.slot].isOptional { return }
    ownExtras.losses[relationship.slot] = loss
  }

  /// The change of another object that emptied a to-one relationship, for the end of a sentence.
  final func cause(ofMissing slot: Int) -> String {
    switch extras?.losses[slot] {
    case nil: ""
    case .deleted(let lost):
      "; \(name(of: lost) ?? "what it led to"), which it led to, was deleted"
    case .letGo(let lost): name(of: lost).map { "; \($0) let it go" } ?? ""
    case .taken(let lost, let taker):
      "; \(name(of: taker) ?? "another object") took \(name(of: lost) ?? "what it led to") over"
    }
  }

  /// The deletion that left a to-many relationship with too few members, for the end of a sentence.
  final func cause(ofLacking slot: Int) -> String {
    guard let before = extras?.committedValue(of: slot) else { return "" }
    let left = Set(memberReferences(slot))
    let gone = before.members.filter { !left.contains($0) }
      .compactMap { shelf?.registered($0) }.filter(\.isDeleted)
    guard let first = gone.first else { return "" }
    return gone.count == 1
      ? "; \(first.label) was deleted" : "; \(first.label) and \(gone.count - 1) more were deleted"
  }

  private func name(of reference: RecordReference) -> String? {
    shelf?.registered(reference)?.label
  }
}
