import Foundation
import OpenCoreData
import Synchronization

/// Keeps the notifications of a name that an object posts, as long as the log lives.
final class NotificationLog {
  private final class Notes: Sendable {
    // Safe because the tests that use a log post and read on one thread.
    struct Box: @unchecked Sendable { let note: Notification }
    let all = Mutex<[Box]>([])
  }

  private let notes = Notes()
  private let token: any NSObjectProtocol

  init(_ name: Notification.Name, _ object: NSObject?) {
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      [notes] note in
      let box = Notes.Box(note: note)
      notes.all.withLock { $0.append(box) }
    }
  }

  deinit { NotificationCenter.default.removeObserver(token) }

  /// What has been posted, the first first.
  var received: [Notification] { notes.all.withLock { $0 }.map(\.note) }
}
