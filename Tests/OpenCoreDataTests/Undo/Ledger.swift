@testable import OpenCoreData

/// A list of numbers that registers how to take each change back.
final class Ledger {
  let manager: UndoManager
  private(set) var numbers: [Int] = []

  init(_ manager: UndoManager) {
    self.manager = manager
  }

  func append(_ number: Int) {
    numbers.append(number)
    manager.registerUndo(withTarget: self) { $0.removeLast() }
  }

  func removeLast() {
    let number = numbers.removeLast()
    manager.registerUndo(withTarget: self) { $0.append(number) }
  }

  /// Appends numbers in a group of their own.
  func appendGroup(_ numbers: Int...) {
    manager.beginUndoGrouping()
    for number in numbers { append(number) }
    manager.endUndoGrouping()
  }
}

/// A manager without event groups.
func plainManager() -> UndoManager {
  let manager = UndoManager()
  manager.groupsByEvent = false
  return manager
}
