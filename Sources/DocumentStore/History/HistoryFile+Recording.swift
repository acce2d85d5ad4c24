import ManagedModel
import Synchronization

extension HistoryFile {
  /// How far a file may be ahead of its document for its numbers to be passed over.
  ///
  /// A document that was restored from a backup is behind by what was saved since. A file with numbers beyond all
  /// reason is damaged, and must not use them up.
  private static let largestLead: Int64 = 1 << 32

  package func nextNumber(after point: HistoryPoint) throws(StoreError) -> Int64 {
    let known = state.withLock { $0 }
    if known.cursor?.point != point, known.source == nil, let (file, status) = try open(at: place())
    {
      let highest: Int64
      switch try find(point, in: file, size: status.stamp.size) {
      case .found(let end, let found):
        remember(point, status.stamp, if: end == status.stamp.size)
        highest = found
      case .absent(_, let found): highest = found
      }
      if point.number < highest, highest - point.number <= Self.largestLead {
        return try checked(highest + 1)
      }
    }
    return try checked(point.number + 1)
  }

  private func remember(_ point: HistoryPoint, _ stamp: FileStamp, if isEnd: Bool) {
    if isEnd { state.withLock { $0.cursor = Cursor(point: point, stamp: stamp) } }
  }

  private func checked(_ number: Int64) throws(StoreError) -> Int64 {
    guard number <= HistoryPoint.largestNumber else {
      throw document.failure(
        .limit, "the history has no numbers left; end tracking, and begin it anew")
    }
    return number
  }

  package func step(for entry: HistoryEntry) -> HistoryStep? {
    let isMoving = state.withLock { $0.source != nil }
    guard entry.transaction != nil || isMoving else { return nil }
    return HistoryStep { place, access throws(StoreError) in
      try self.record(entry, at: place.history, access)
    }
  }

  package func didSave(_ transaction: HistoryTransaction?) {
    state.withLock { $0.source = nil }
  }

  // MARK: Writing

  /// Brings a transaction to the disk, while the document is locked and about to be replaced.
  private func record(
    _ entry: HistoryEntry, at place: FilePlace, _ access: FileStatus
  ) throws(StoreError) {
    let line: [UInt8] =
      if let transaction = entry.transaction {
        try HistoryLine.bytes(of: transaction)
      } else { [] }
    let source = state.withLock { $0.source }
    let current = try open(at: place, .writable)
    var kept: Int?
    if source == nil, !entry.isStart, let current {
      kept = try end(of: entry.after, in: current)
      if let end = kept, end == current.status.stamp.size {
        return try append(line, to: current, entry, access)
      }
    }
    let stamp = try replace(current, at: place, access) { output throws(StoreError) in
      if let source {
        try source.log.write(upTo: source.point, store: source.store, to: &output)
      } else if let current, let kept {
        try output.append(upTo: kept, of: current.file)
      } else {
        try output.append(HistoryLine.header(after: entry.after, store: entry.store))
      }
      try output.append(line)
    }
    remember(entry.transaction?.point ?? entry.after, stamp, if: true)
  }

  /// Where a point is; nil where it is not in the file.
  private func end(
    of point: HistoryPoint, in current: (file: OpenFile, status: FileStatus)
  ) throws(StoreError) -> Int? {
    let stamp = current.status.stamp
    if let cursor = state.withLock({ $0.cursor }), cursor.point == point, cursor.stamp == stamp {
      return stamp.size
    }
    if case .found(let end, _) = try find(point, in: current.file, size: stamp.size) { return end }
    return nil
  }

  private func append(
    _ line: [UInt8], to current: (file: OpenFile, status: FileStatus), _ entry: HistoryEntry,
    _ access: FileStatus
  ) throws(StoreError) {
    let (file, status) = current
    if status.permissions != access.permissions || status.owner != access.owner
      || status.group != access.group
    {
      // Where this is not allowed, the file stays as somebody else has made it.
      try? file.keepAccess(of: access)
    }
    try line.withView { view throws(StoreError) in
      try unsafe file.write(view.raw, at: status.stamp.size)
    }
    try file.synchronize()
    remember(entry.transaction?.point ?? entry.after, try file.status().stamp, if: true)
  }

  /// Puts a new file in the place of the old one.
  func replace(
    _ current: (file: OpenFile, status: FileStatus)?, at place: FilePlace, _ access: FileStatus,
    writing body: (inout FileWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> FileStamp {
    if let current { try check(current, at: place) }
    let replacement = try Replacement(of: current, at: place, access: access)
    do throws(StoreError) {
      try replacement.write(body)
      let stamp = try replacement.install()
      place.removeLeftovers(at: stamp)
      return stamp
    } catch {
      replacement.removeTemporary()
      throw error
    }
  }
}

extension FileWriter {
  private static let pieceSize = 1 << 20

  /// Appends the beginning of a file.
  mutating func append(upTo end: Int, of file: OpenFile) throws(StoreError) {
    try append(0..<end, of: file)
  }

  /// Appends a part of a file.
  mutating func append(_ range: Range<Int>, of file: OpenFile) throws(StoreError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let piece = try file.read(min(Self.pieceSize, range.upperBound - offset), at: offset)
      guard piece.count > 0 else {
        throw StoreError(
          .changedByOther, "the history was cut short while it was read; try again",
          at: Diagnostic.Location(file: file.path))
      }
      try append(0..<piece.count, of: piece)
      offset += piece.count
    }
  }
}

extension HistoryFile {
  /// What writing the document has to do so that its history begins as a copy of another.
  package func step(copying copy: HistoryCopy) -> HistoryStep {
    HistoryStep { place, access throws(StoreError) in
      let place = place.history
      let current = try self.open(at: place, .writable)
      _ = try self.replace(current, at: place, access) { output throws(StoreError) in
        try copy.log.write(upTo: copy.point, store: copy.store, to: &output)
      }
    }
  }

  package func write(
    upTo point: HistoryPoint, store: String?, to output: inout FileWriter
  ) throws(StoreError) {
    if let source = state.withLock({ $0.source }) {
      return try source.log.write(upTo: source.point, store: source.store, to: &output)
    }
    if let (file, status) = try open(at: place()),
      case .found(let end, _) = try find(point, in: file, size: status.stamp.size)
    {
      return try output.append(upTo: end, of: file)
    }
    try output.append(HistoryLine.header(after: point, store: store))
  }
}
