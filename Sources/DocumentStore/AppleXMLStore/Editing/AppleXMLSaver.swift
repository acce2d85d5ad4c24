/// Saves changes by editing a file of Apple's XML store.
struct AppleXMLSaver {
  let file: StoredFile
  let state: AppleXMLState
  let save: PendingSave
  let dialect: AppleDialect

  /// Edits the file, and gives what is then known of it.
  ///
  /// Where it throws, the file is as it was.
  func run() throws(StoreError) -> AppleXMLState {
    let (raw, stamp) = try file.read(limit: DocumentLoader.sizeLimit)
    // The same bytes under another stamp are no change: someone may have touched the file.
    guard unsafe XXH64.hash(raw.buffer) == state.hash else { throw file.changed }
    let text = try state.isForeign ? DocumentText(file: raw, path: file.path).bytes : raw
    return try withExtendedLifetime(text) { () throws(StoreError) in
      try edit(text, stamp)
    }
  }

  private func edit(
    _ text: FileBytes, _ stamp: FileStamp
  ) throws(StoreError) -> AppleXMLState {
    let editor = try AppleXMLEditor(unsafe ByteView(text.buffer), state, save, dialect)
    var next = state
    (next.metadata, next.counter) = try editor.editHead()
    try editor.editObjects()
    guard !editor.edits.isEmpty else { return next }
    guard let edits = editor.edits.sorted() else {
      throw file.failure(
        .corrupt, "the edits of '\(file.path)' for this save overlap; nothing was written")
    }
    var hash = XXH64()
    next.stamp = try file.replace(
      expecting: stamp,
      checking: { current throws(StoreError) in
        try file.checkContents(of: current, stamp, hash: state.hash)
      },
      recording: save.history,
      writing: { output throws(StoreError) in
        hash = XXH64()
        try edits.write(text, to: &output, &hash)
      })
    next.hash = hash.value
    next.isForeign = false
    next.isOtherModel = false
    next.move(by: edits, editor)
    return next
  }
}

extension AppleXMLState {
  /// Moves all places as the edits of a save moved them.
  fileprivate mutating func move(by edits: SortedEdits, _ editor: AppleXMLEditor) {
    for table in spans.indices {
      spans[table].move(by: edits, rowCount: editor.save.after.tables[table].rowCount)
      for row in editor.save.changes.tables[table].deleted where row < spans[table].starts.count {
        spans[table].starts[row] = -1
        spans[table].ends[row] = -1
      }
    }
    for (reference, edit, range) in editor.inserted {
      let start = edits.start(ofEdit: edit)
      spans[reference.table].starts[reference.row] = start + range.lowerBound
      spans[reference.table].ends[reference.row] = start + range.upperBound
    }
    root = edits.start(root.lowerBound)..<edits.end(root.upperBound)
    infoStart =
      editor.newInfo.map { edits.start(ofEdit: $0.edit) + $0.start }
      ?? infoStart.map { edits.start($0) }
    ids = editor.ids
  }
}
