import Dispatch
import DocumentStore
public import Foundation
import Synchronization

/// Looks at the file of a store now and then, and says when somebody else has written it.
///
/// It asks for the file's stamp, which costs next to nothing and works on every file system and through every manner of
/// replacing a file. What it finds it believes when it finds the same twice: by then whoever writes in place is done.
///
/// Safe because a dispatch source may be used from any thread, and the rest is behind a lock.
final class FileWatcher: @unchecked Sendable {
  private struct State {
    weak var store: NSPersistentStore?
    /// Whether the file was another one at the last look, and nobody has been told.
    var isSuspicious = false
    /// Whether it has been told that the file is another one, and nobody has taken that up.
    var isTold = false
  }

  private let isMerging: Bool
  private let timer: any DispatchSourceTimer
  private let pause: DispatchTimeInterval
  private let state: Mutex<State>

  /// Watches from ``start()`` on.
  init(_ store: NSPersistentStore, merging isMerging: Bool, every interval: TimeInterval) {
    state = Mutex(State(store: store))
    self.isMerging = isMerging
    pause = .milliseconds(Int(min(max(interval, 0.01), 86_400) * 1000))
    timer = DispatchSource.makeTimerSource(
      queue: DispatchQueue(label: "NSPersistentStore watcher"))
    // A source that never ran must not be let go of; this one fires when it is given times.
    timer.resume()
  }

  func start() {
    timer.setEventHandler { [weak self] in self?.look() }
    timer.schedule(deadline: .now() + pause, repeating: pause, leeway: .milliseconds(10))
  }

  func stop() { timer.cancel() }

  /// Looks once.
  func look() {
    guard let store = state.withLock({ $0.store }), let coordinator = store.coordinator else {
      return stop()
    }
    // Where the stamp cannot be had, the next look may get it.
    guard let isChanged = try? store.records.isFileChanged else { return }
    let isSure = state.withLock { state in
      defer { state.isSuspicious = isChanged }
      if !isChanged { state.isTold = false }
      return isChanged && state.isSuspicious
    }
    if isSure { act(store, coordinator) }
  }

  private func act(_ store: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator) {
    if isMerging {
      // A file that cannot be read is looked at again; whoever saves hears what is wrong with it.
      if (try? coordinator.refreshFromFile(of: store)) == nil { return }
      if store.openingOptions.postsChanges { return }
      RemoteChanges.tell(watching: store)
    } else {
      let isNews = state.withLock { state in
        defer { state.isTold = true }
        return !state.isTold
      }
      if isNews { RemoteChanges.tell(watching: store) }
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Looks at a store's file every so many seconds, and posts
  /// ``Foundation/NSNotification/Name/NSPersistentStoreRemoteChange`` when another program has written it.
  ///
  /// With `merging`, what was written is taken up at once, see ``refreshFromFiles()``: contexts that merge automatically
  /// have it soon. Without, the notification comes once, and what was written is taken up by the next save or
  /// ``refreshFromFiles()``. Watching ends when the store is removed, or with ``stopWatching(_:)``. Options of the
  /// store do the same, ``NSPersistentStoreFileWatchingOption`` and ``NSPersistentStoreFileMergingOption``. Not in
  /// Apple's framework.
  public func startWatching(
    _ store: NSPersistentStore, merging: Bool = true, every interval: TimeInterval = 0.25
  ) {
    guard store.coordinator === self else { return }
    store.watcher = FileWatcher(store, merging: merging, every: interval)
  }

  /// Looks at a store's file no more.
  ///
  /// Not in Apple's framework.
  public func stopWatching(_ store: NSPersistentStore) { store.watcher = nil }
}

/// The option that lets a store look whether another program has written its file, and tell; its value is a Boolean.
///
/// Not in Apple's framework.
public let NSPersistentStoreFileWatchingOption = "NSPersistentStoreFileWatchingOption"
/// The option that lets a store look whether another program has written its file, and take that up at once; its value
/// is a Boolean.
///
/// Not in Apple's framework.
public let NSPersistentStoreFileMergingOption = "NSPersistentStoreFileMergingOption"
