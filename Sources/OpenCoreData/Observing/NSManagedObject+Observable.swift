import DocumentStore
import ManagedModel
public import Observation

/// Managed objects are observed as other classes are: `withObservationTracking` sees which attributes and
/// relationships are read, and tells when one of them changes, by whatever way.
///
/// The objects of main-queue contexts are; see ``NSManagedObjectContext/isObservable``. Not in Apple's framework.
extension NSManagedObject: Observable {}

extension NSManagedObjectContext {
  /// Whether the objects can be observed, as those of a main-queue context can be unless this is taken back.
  ///
  /// Reading a property of such an object costs some ten nanoseconds more (measured: 36 in place of 27 for a
  /// number by its key). An object that was observed stays in memory
  /// until the context is reset. Not in Apple's framework.
  public final var isObservable: Bool {
    get { graph.probe != nil }
    set { graph.probe = newValue ? graph.probe ?? ObservationProbe() : nil }
  }
}

extension NSManagedObject {
  /// What observers call a property.
  private subscript(observed slot: Int) -> Int { slot }

  /// Called when a property is read.
  @inline(__always)
  final func noteAccess(of slot: Int) {
    guard let probe = shelf?.graph.probe, probe.isObserved else { return }
    register(slot, probe)
  }

  @inline(never)
  private func register(_ slot: Int, _ probe: ObservationProbe) {
    if let graph = shelf?.graph {
      // What observers leave behind in a probe goes with it.
      if probe.useCount > 256 { graph.probe = ObservationProbe() }
      if extras?.registrar == nil { graph.observed.append(self) }
    }
    state.insert(.observed)
    let registrar = extras?.registrar ?? ObservationRegistrar()
    ownExtras.registrar = registrar
    registrar.access(self, keyPath: \NSManagedObject.[observed: slot])
  }

  /// Tells observers that a property is about to change.
  final func announceChange(of slot: Int) {
    guard state.contains(.observed), let extras else { return }
    extras.liveLists[slot]?.list?.isStale = true
    extras.registrar?.withMutation(of: self, keyPath: \NSManagedObject.[observed: slot]) {}
  }

  /// Tells observers that any property may have changed.
  final func announceChanges() {
    guard state.contains(.observed) else { return }
    for slot in 0..<layout.slotCount { announceChange(of: slot) }
  }
}
