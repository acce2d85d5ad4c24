import ManagedModel
import Synchronization

extension HistoryFile {
  package func part(
    after start: HistoryStart, upTo point: HistoryPoint
  ) throws(StoreError) -> HistoryPart {
    if start == .point(point) { return HistoryPart(after: point) }
    if let source = state.withLock({ $0.source }) {
      return try source.log.part(after: start, upTo: point)
    }
    if case .point(let start) = start, start.number > point.number {
      throw .expired(
        "the store is at transaction \(point.number), and the token is from transaction "
          + "\(start.number), which the store does not have, as one that was restored from a copy",
        path: path)
    }
    guard let (file, status) = try open(at: place()) else {
      return try nothing(after: start, upTo: point, damage: nil)
    }
    switch try find(point, in: file, size: status.stamp.size) {
    case .found(let end, _): return try part(after: start, before: end, of: file, upTo: point)
    case .absent(let damage, _): return try nothing(after: start, upTo: point, damage: damage)
    }
  }

  /// What there is where the file does not lead up to the document.
  private func nothing(
    after start: HistoryStart, upTo point: HistoryPoint, damage: StoreError?
  ) throws(StoreError) -> HistoryPart {
    if let damage { throw damage }
    if case .point(let start) = start {
      throw .expired(
        "the history does not lead up to the store's last transaction, \(point.number): the file is "
          + "missing, or of another copy of the store; what was saved since the token's, "
          + "\(start.number), is not known", path: path)
    }
    return HistoryPart(after: point)
  }

  /// The transactions behind `start`, read from the end on as far as is needed.
  private func part(
    after start: HistoryStart, before end: Int, of file: OpenFile, upTo point: HistoryPoint
  ) throws(StoreError) -> HistoryPart {
    var lines = HistoryLines(file, before: end)
    var found: [HistoryTransaction] = []
    var next = point.number + 1
    while let line = try lines.previous() {
      if line.start == 0 {
        let base = try read(line, file, HistoryLine.header).after
        if case .point(let start) = start, start != base {
          throw .expired(start, historyAfter: base, path: path)
        }
        return HistoryPart(after: base, transactions: found.reversed())
      }
      let head = try read(line, file, HistoryLine.head)
      guard head.point.number < next else {
        throw damage(
          in: line, file,
          LineFault("transaction \(head.point.number) stands before transaction \(next)"))
      }
      next = head.point.number
      if case .point(let start) = start {
        if head.point == start {
          return HistoryPart(after: start, transactions: found.reversed())
        }
        guard head.point.number > start.number else {
          throw .expired(
            "the history has no transaction \(start.number) with the token's id: it is another "
              + "line of history", path: path)
        }
      }
      if case .date(let date) = start, head.time <= date { continue }
      found.append(try read(line, file, HistoryLine.transaction))
    }
    throw StoreError(
      .corrupt, "the history has no first line", at: Diagnostic.Location(file: file.path, line: 1))
  }

  /// Reads a line in some way, or says which line cannot be.
  func read<Contents>(
    _ line: HistoryLines.Line, _ file: OpenFile,
    _ parse: ([UInt8]) throws(LineFault) -> Contents
  ) throws(StoreError) -> Contents {
    do throws(LineFault) {
      return try parse(line.bytes)
    } catch {
      throw damage(in: line, file, error)
    }
  }

  /// What is wrong with a line, and which it is.
  func damage(
    in line: HistoryLines.Line, _ file: OpenFile, _ fault: LineFault
  ) -> StoreError {
    let number = HistoryLines.number(ofLineAt: line.start, in: file)
    return StoreError(
      .corrupt,
      "line \(number) of the history is damaged: \(fault.sentence); repair it, or remove the file to "
        + "begin the history anew",
      at: Diagnostic.Location(file: file.path, line: number, column: fault.column))
  }

  // MARK: Deleting

  package func delete(
    before end: HistoryStart, upTo point: HistoryPoint
  ) throws(StoreError) {
    if end == .beginning { return }
    guard state.withLock({ $0.source == nil }) else {
      throw document.failure(
        .readOnly, "the store has moved here and was not saved since; save it first")
    }
    let documentPlace = try FilePlace(resolving: document)
    guard let locked = try documentPlace.lockCurrent() else { return }
    // The lock ends with the object.
    try withExtendedLifetime(locked) { () throws(StoreError) in
      let place = documentPlace.history
      guard let current = try open(at: place, .writable),
        let cut = try cut(before: end, upTo: point, in: current)
      else { return }
      let size = current.status.stamp.size
      let stamp = try replace(current, at: place, locked.status) { output throws(StoreError) in
        try output.append(HistoryLine.header(after: cut.base, store: cut.store))
        try output.append(cut.start..<size, of: current.file)
      }
      state.withLock { state in
        guard let cursor = state.cursor else { return }
        let isEnd = cursor.stamp == current.status.stamp
        state.cursor = isEnd ? Cursor(point: cursor.point, stamp: stamp) : nil
      }
    }
  }

  /// Where what stays begins, the last transaction before that, and the store's identifier.
  private typealias Cut = (start: Int, base: HistoryPoint, store: String?)

  /// What to cut off; nil where that is nothing.
  private func cut(
    before end: HistoryStart, upTo point: HistoryPoint,
    in current: (file: OpenFile, status: FileStatus)
  ) throws(StoreError) -> Cut? {
    let (file, status) = current
    guard case .found(let last, _) = try find(point, in: file, size: status.stamp.size) else {
      // What is there leads nowhere, and goes with the next save.
      return nil
    }
    var lines = HistoryLines(file, before: last)
    var cut: (start: Int, base: HistoryPoint?) = (last, nil)
    var isFound = false
    while let line = try lines.previous() {
      if line.start == 0 {
        let header = try read(line, file, HistoryLine.header)
        if case .point(let end) = end, !isFound, end.number > header.after.number {
          throw .expired(end, historyAfter: header.after, path: path)
        }
        return cut.base.map { (cut.start, $0, header.store) }
      }
      let head = try read(line, file, HistoryLine.head)
      let stays =
        switch end {
        case .beginning: true
        case .date(let date): head.time >= date
        case .point: !isFound
        }
      if case .point(let end) = end, head.point == end { isFound = true }
      if stays { cut = (line.start, nil) } else if cut.base == nil { cut.base = head.point }
    }
    return nil
  }
}
