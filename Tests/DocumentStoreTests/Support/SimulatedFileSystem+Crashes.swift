import Synchronization

@testable import DocumentStore

// What a crash may leave of a disk:
//
//     names     any of the changes since their folder was synchronised
//     contents  of each file, block by block, any of the versions that the block has had since the file was
//               synchronised, or the one before; zeros where that version did not reach so far
//     sizes     of each file any between the smallest and the largest since then
//
// All of these are chosen independently, so that nothing follows from the order in which things were done.

extension SimulatedFileSystem {
  /// States of the names and contents that the disk may be in after a crash now, each once.
  ///
  /// Where there are no more than `most`, these are all, with sizes at the borders of blocks and in the middle of what
  /// was added; else `sample` are made by chance, besides the ones in which all or nothing has reached the disk.
  func crashStates(
    blockSize: Int = 4096, most: Int = 1 << 12, sample: Int = 100, seed: UInt64 = 1
  ) -> [[String: [UInt8]]] {
    let disk = state.withLock { CrashedDisk($0, blockSize: blockSize) }
    var states: Set<[String: [UInt8]]> = []
    if let count = disk.choiceCount, count <= most {
      for index in 0..<count { states.insert(disk.state(disk.choice(numbered: index))) }
    } else {
      var random = SeededRandom(seed)
      states.insert(disk.state(disk.extreme(isNewest: false)))
      states.insert(disk.state(disk.extreme(isNewest: true)))
      for _ in 0..<sample { states.insert(disk.state(disk.choice(&random))) }
    }
    return Array(states)
  }
}

/// What is not decided on a disk whose computer has crashed.
struct CrashedDisk {
  /// A file that was written since it was synchronised.
  struct LooseFile {
    let index: Int
    /// What it was then, and after each write since.
    let versions: [[UInt8]]
    /// For each block the versions in which it differs from the ones before.
    let blocks: [[Int]]
    /// Sizes that are tried where all states are.
    let sizes: [Int]
    let blockSize: Int
  }

  /// Whether each change of names happened, and what became of each file.
  struct Choice {
    var changes: [Bool]
    var files: [(blocks: [Int], size: Int)]
  }

  let state: SimulatedFileSystem.State
  let files: [LooseFile]

  init(_ state: SimulatedFileSystem.State, blockSize: Int) {
    self.state = state
    let reachable = Set(state.durableNames.values)
      .union(state.pending.flatMap { $0.values.compactMap { $0 } })
    files = reachable.sorted().compactMap { index in
      guard let file = state.files[index], !file.unsynced.isEmpty else { return nil }
      return LooseFile(index, versions: [file.durable] + file.unsynced, blockSize: blockSize)
    }
  }

  /// The numbers of possibilities that each choice has, in the order of a choice's parts.
  private var radices: [Int] {
    state.pending.map { _ in 2 } + files.flatMap { $0.blocks.map(\.count) + [$0.sizes.count] }
  }

  /// How many choices there are; nil where they are too many to be counted.
  var choiceCount: Int? {
    var count = 1
    for radix in radices {
      let (product, overflow) = count.multipliedReportingOverflow(by: radix)
      if overflow { return nil }
      count = product
    }
    return count
  }

  /// One of all choices.
  func choice(numbered number: Int) -> Choice {
    var rest = number
    func next(_ radix: Int) -> Int {
      defer { rest /= radix }
      return rest % radix
    }
    return Choice(
      changes: state.pending.map { _ in next(2) == 1 },
      files: files.map { file in
        (file.blocks.map { $0[next($0.count)] }, file.sizes[next(file.sizes.count)])
      })
  }

  /// The disk where all that was done has reached it, or nothing.
  func extreme(isNewest: Bool) -> Choice {
    Choice(
      changes: state.pending.map { _ in isNewest },
      files: files.map { file in
        let version = isNewest ? file.versions.count - 1 : 0
        return (file.blocks.map { ($0.last { $0 <= version }) ?? 0 }, file.versions[version].count)
      })
  }

  /// A choice by chance: of some disks nearly everything is there, of others nearly nothing.
  func choice(_ random: inout SeededRandom) -> Choice {
    let percent = [3, 20, 50, 80, 97][random.int(0...4)]
    return Choice(
      changes: state.pending.map { _ in random.chance(random.chance(50) ? 50 : percent) },
      files: files.map { file in
        let blocks = file.blocks.map { versions in
          random.chance(percent)
            ? versions[versions.count - 1] : versions[random.int(0...versions.count - 1)]
        }
        let all = file.versions.map(\.count)
        let (least, most) = (all.min() ?? 0, all.max() ?? 0)
        return (blocks, random.chance(max(percent, 50)) ? most : random.int(least...most))
      })
  }

  /// The files that can be reached by names, and what they contain.
  func state(_ choice: Choice) -> [String: [UInt8]] {
    var names = state.durableNames
    for (change, happened) in zip(state.pending, choice.changes) where happened {
      for (name, file) in change { names[name] = file }
    }
    var loose: [Int: [UInt8]] = [:]
    let used = Set(names.values)
    for (file, chosen) in zip(files, choice.files) where used.contains(file.index) {
      loose[file.index] = file.contents(chosen.blocks, size: chosen.size)
    }
    var contents: [String: [UInt8]] = [:]
    for (name, index) in names where state.files[index]?.isFolder != true {
      guard hasFolders(name, names) else { continue }
      contents[name] = loose[index] ?? state.files[index]?.durable ?? []
    }
    return contents
  }

  /// Whether the folders that a path leads through have kept their names.
  private func hasFolders(_ path: String, _ names: [String: Int]) -> Bool {
    let folder = SimulatedFileSystem.State.folder(of: path).dropLast()
    return folder.isEmpty || names[String(folder)] != nil && hasFolders(String(folder), names)
  }
}

extension CrashedDisk.LooseFile {
  init(_ index: Int, versions: [[UInt8]], blockSize: Int) {
    self.index = index
    self.versions = versions
    self.blockSize = blockSize
    let counts = versions.map(\.count)
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    blocks = stride(from: 0, to: most, by: blockSize).map { start in
      var kept: [Int] = []
      for (number, version) in versions.enumerated()
      where !kept.contains(where: { Self.isSame(versions[$0], version, start, blockSize) }) {
        kept.append(number)
      }
      return kept
    }
    let borders = stride(from: 0, to: most, by: blockSize).filter { $0 > least }
    sizes = Set(counts + borders + [(least + most) / 2]).sorted()
  }

  /// Whether a block is the same in two versions, with zeros behind their ends.
  private static func isSame(
    _ one: [UInt8], _ other: [UInt8], _ start: Int, _ size: Int
  ) -> Bool {
    let (a, b) = (one.block(at: start, size), other.block(at: start, size))
    let common = Swift.min(a.count, b.count)
    return a.prefix(common).elementsEqual(b.prefix(common))
      && a.dropFirst(common).allSatisfy { $0 == 0 } && b.dropFirst(common).allSatisfy { $0 == 0 }
  }

  /// The file with some version of each block, cut off at a size.
  func contents(_ chosen: [Int], size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for (block, version) in chosen.enumerated() where block * blockSize < size {
      let end = Swift.min(size, (block + 1) * blockSize)
      let part = versions[version].block(at: block * blockSize, end - block * blockSize)
      bytes += part
      bytes += Array(repeating: 0, count: end - block * blockSize - part.count)
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate func block(at start: Int, _ size: Int) -> ArraySlice<UInt8> {
    self[Swift.min(start, count)..<Swift.min(start + size, count)]
  }
}
