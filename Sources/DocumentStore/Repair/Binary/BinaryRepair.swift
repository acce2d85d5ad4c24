/// Saves what is left of a damaged binary store: see docs/Formats.md, "Repair".
package enum BinaryRepair {
  /// Reads what can be read of a damaged store; throws where that is nothing.
  package static func run(
    _ stored: StoredFile, _ schema: Schema, _ options: RepairOptions
  ) throws(StoreError) -> RepairedStore {
    let (bytes, _) = try stored.read()
    let (file, _) = try stored.open()
    let states = try StateCandidate.all(in: file, bytes)
    let salvage = try StoreSalvage(bytes, schema, states)
    guard !states.isEmpty || !salvage.walk.leaves.isEmpty else {
      throw stored.failure(
        .malformed,
        "nothing of a binary store is left in this file: neither the end of a save nor the beginning of "
          + "columns was found")
    }
    var log = RepairLog()
    let (index, result) = choose(salvage, bytes.count, &log)
    log.add(result.log)
    var records = RecordSalvage(
      schema, result, number: states.indices.contains(index) ? states[index].number : 1,
      options, isClean: isClean(result, states, index))
    let generation = try records.run()
    log.add(records.log)
    guard generation.count > 0 || !states.isEmpty else {
      throw stored.failure(
        .malformed, "no object can be made out in this file; \(log.findings.first?.message ?? "")")
    }
    return RepairedStore(
      generation: generation, metadata: result.metadata ?? [:], findings: log.all)
  }

  /// Whether nothing needs to be looked at but what lies behind the last state.
  private static func isClean(
    _ result: StoreSalvage.Result, _ states: [StateCandidate], _ index: Int
  ) -> Bool {
    states.indices.contains(index) && states[index].isVerified && result.damage == 0
      && result.log.findings.isEmpty
  }

  /// The state to read: the newest, unless an earlier one that is sound saves more.
  private static func choose(
    _ salvage: StoreSalvage, _ size: Int, _ log: inout RepairLog
  ) -> (Int, StoreSalvage.Result) {
    let states = salvage.states
    guard !states.isEmpty else {
      log.add(
        .lost,
        "the end of the file, which says what lies where, is damaged or cut off; the columns were found by "
          + "themselves. What saves had changed since the file was last written as a whole is lost, and so "
          + "are its metadata")
      return (0, salvage.read(0))
    }
    let newest = salvage.read(0)
    if states[0].isVerified {
      describeEnd(states, 0, size, &log)
      return (0, newest)
    }
    guard let sound = states.firstIndex(where: \.isVerified) else {
      log.add(
        .uncertain,
        "what lies where is not certain: the checksum of the containers does not hold; what they say was "
          + "compared with the columns")
      return (0, newest)
    }
    let older = salvage.read(sound)
    let end = states[sound].ending.seal.end
    let gained = newest.valuesBehind(end)
    guard newest.damage <= older.damage + gained, gained > 0 else {
      describeEnd(states, sound, size, &log)
      return (sound, older)
    }
    log.add(
      .uncertain,
      "the containers of save \(states[0].name) are damaged and were read without their checksum: "
        + "save \(states[sound].name) is sound and would have lost \(gained) changed values")
    return (0, newest)
  }

  private static func describeEnd(
    _ states: [StateCandidate], _ index: Int, _ size: Int, _ log: inout RepairLog
  ) {
    let seal = states[index].ending.seal
    guard seal.end < size || index > 0 else { return }
    let newest = states.prefix(index).map(\.ending.seal.generation).max() ?? 0
    let saves =
      newest > seal.generation && newest - seal.generation < 1 << 20
      ? "; \(newest - seal.generation) saves are lost" : ""
    log.add(
      .lost,
      "the last \(size - seal.end) bytes are no complete save: one was cut off there, or something else "
        + "was written; the store is as save \(states[index].name) left it" + saves)
  }
}

extension StateCandidate {
  /// The number of the save.
  var number: UInt64 { max(1, ending.seal.generation) }

  /// The number of the save in words.
  fileprivate var name: String {
    ending.seal.generation == 0 ? "(unknown number)" : "\(ending.seal.generation)"
  }
}
