import DocumentStore

/// New objects that go, or are brought back by undo, before they have a record.
///
/// No save tells of them, so a context keeps their numbers for its children, and a child looks at them whenever it
/// asks its parent for anything. What the child has not changed is deleted there, too; what it has changed stays as
/// it is, and is a conflict when the child saves.
extension ObjectGraph {
  /// What became of a number.
  struct Departure {
    let reference: RecordReference
    /// Whether the object has come back since.
    let isBack: Bool
  }

  /// Notes that a new object has gone or has come back.
  func noteDeparture(of reference: RecordReference) {
    if hasChildren, reference.isTemporary { departures.append(reference) }
  }

  /// The departures from a place in the list on, for a child.
  func departures(since start: Int) -> [Departure] {
    departures[start...].map { Departure(reference: $0, isBack: has($0)) }
  }

  /// Whether a number stands for an object here, which may have got a record since.
  private func has(_ number: RecordReference) -> Bool {
    if lasting?[number.bits] != nil { return true }
    return temporaryObject(number).map { !$0.isDeleted } ?? false
  }

  /// Takes up what the parent's new objects did.
  func take(_ news: [Departure]) {
    departuresTakenUp += news.count
    for departure in news {
      guard let object = newObject(departure.reference),
        departure.isBack == object.state.contains(.missing)
      else { continue }
      if departure.isBack {
        object.state.subtract([.missing, .unreachable])
        if !object.hasChanges { turnIntoFault(object) }
      } else if object.hasChanges {
        continue
      } else {
        object.markMissing()
      }
      report(object, in: departure.isBack ? \.inserted : \.deleted)
      noteDeparture(of: object.reference)
    }
  }

  /// Whether an object is a copy of one of the parent's that is not there any more.
  func hasDeparted(_ object: NSManagedObject) -> Bool {
    guard parent != nil, object.reference.isTemporary,
      case .gone = ancestors(on: object.reference, in: object.shelf?.store)
    else { return false }
    return true
  }
}
