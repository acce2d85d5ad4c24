import DocumentStore
import Foundation

extension ObjectGraph {
  /// Takes up what others saved: registers what they inserted, refreshes what they changed, and marks what they
  /// deleted; unsaved changes are kept but for those of what was deleted.
  ///
  /// What is there now counts, not the order in which one is told.
  func merge(_ changes: SavedChanges) {
    checkQueue()
    catchUpWithParent()
    processPendingChanges()
    advanceReadingPoint()
    var merged = ObjectSets()
    for part in changes.parts where part.store.coordinator === coordinator {
      guard let newest = generation(of: part.store) else { continue }
      merge(part, newest, &merged)
    }
    takeUp(changes.inParent, &merged)
    endEventWithoutUndo()
    guard let context else { return }
    ContextNotification.didMergeIDs.post(context) { merged.idInfo }
  }

  /// Takes up what another child has done to the parent's objects.
  private func takeUp(_ ids: [NSManagedObjectID], _ merged: inout ObjectSets) {
    for id in ids.map(\.newest) {
      switch (ancestors(on: id.reference, in: id.store), registeredObject(with: id)) {
      case (.gone, let object?) where !object.isDeleted:
        object.markMissing()
        report(object, in: \.deleted)
        merged.deleted.append(object)
      case (.gone, _): break
      case (_, let object?):
        merge([object])
        report(object, in: \.refreshed)
        merged.updated.append(object)
      case (_, nil):
        guard let object = object(with: id) else { continue }
        report(object, in: \.inserted)
        merged.inserted.append(object)
      }
    }
  }

  private func merge(
    _ part: SavedChanges.Part, _ newest: Generation, _ merged: inout ObjectSets
  ) {
    let shelf = shelf(of: part.store)
    let gone = part.deleted.filter { !newest.contains($0) }.compactMap { shelf.registered($0) }
      .filter { !$0.isDeleted }
    // Results may take in objects that the context has not got yet.
    let updated = part.updated.filter { newest.contains($0) }
      .compactMap { isFollowed ? shelf.object(for: $0) : shelf.registered($0) }
      .filter { !$0.state.contains(.deleted) }
    for object in updated { object.extras?.fetched = [:] }
    // A child has got its parent's new objects before they had records, and perhaps other values.
    let early = part.inserted.filter { newest.contains($0) }.compactMap { shelf.registered($0) }
      .filter { !$0.isFault && !$0.isDeleted && $0.generation != newest.lowBits }
    rebase(updated + early, dropping: gone)
    for object in gone where !object.isDeleted { object.markMissing() }
    merged.deleted += gone
    merged.updated += updated
    var inserted: [NSManagedObject] = []
    for record in part.inserted where newest.contains(record) {
      guard let object = shelf.object(for: record) else { continue }
      if !object.state.isDisjoint(with: [.missing, .unreachable]) {
        object.state.subtract([.missing, .unreachable])
        turnIntoFault(object)
      }
      inserted.append(object)
    }
    merged.inserted += inserted
    for object in gone { report(object, in: \.deleted) }
    for object in updated { report(object, in: \.refreshed) }
    for object in inserted { report(object, in: \.inserted) }
  }

  /// Remembers for the end of the event that something other than a program's change happened to an object.
  func report(_ object: NSManagedObject, in path: WritableKeyPath<ObjectSets, [NSManagedObject]>) {
    if ContextNotification.didChangeObjects.isWanted { news[keyPath: path].append(object) }
  }

  /// Ends an event that is none of the program's, so that undo does not take it back.
  func endEventWithoutUndo() {
    guard let undoManager else { return processPendingChanges() }
    undoManager.withoutRegistration { processPendingChanges() }
    hasUnknownChanges = true
  }

  /// Takes up everything that others left word of.
  func mergeInbox() {
    for changes in inbox.takeAll() { merge(changes) }
  }
}
