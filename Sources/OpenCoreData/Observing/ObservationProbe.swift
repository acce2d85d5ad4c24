import Observation

/// Tells whether what is being read is observed at the moment.
///
/// Observation does not say so, and to give every object that is read something to be observed by would cost more
/// than the reading. But it keeps what is read in a set of key paths, and only while somebody observes: so one key
/// path, whose hashing is noticed, is read before each property.
final class ObservationProbe: Observable {
  private final class Sign {
    var isSeen = false
  }

  private struct Key: Hashable {
    let sign: Sign

    static func == (one: Key, other: Key) -> Bool { one.sign === other.sign }

    func hash(into hasher: inout Hasher) { sign.isSeen = true }
  }

  private let registrar = ObservationRegistrar()
  private let sign: Sign
  private let path: KeyPath<ObservationProbe, Bool>
  /// How often it was read; those who observe leave something behind each time.
  private(set) var useCount = 0

  init() {
    let sign = Sign()
    let key = Key(sign: sign)
    self.sign = sign
    path = \ObservationProbe.[key]
  }

  /// What stands at the path, which nobody asks for.
  private subscript(key: Key) -> Bool { key.sign.isSeen }

  /// Whether somebody observes what is being read.
  @inline(__always)
  var isObserved: Bool {
    registrar.access(self, keyPath: path)
    if !sign.isSeen { return false }
    return note()
  }

  private func note() -> Bool {
    sign.isSeen = false
    useCount += 1
    return true
  }
}
