import Foundation

/// Saves changes by editing the document's file.
struct DocumentSaver {
  let file: StoredFile
  let state: DocumentState
  let save: PendingSave

  /// Edits the file, and gives what is then known of it.
  ///
  /// Where it throws, the file is as it was.
  func run() throws(StoreError) -> DocumentState {
    let (raw, stamp) = try file.read(limit: DocumentLoader.sizeLimit)
    // The same bytes under another stamp are no change: someone may have touched the file.
    guard unsafe XXH64.hash(raw.buffer) == state.hash else { throw file.changed }
    let text = try state.isForeign ? DocumentText(file: raw, path: file.path).bytes : raw
    return try withExtendedLifetime(text) { () throws(StoreError) in
      let assets = AssetWriter(file, folderName: state.assets?.name)
      do throws(StoreError) {
        return try edit(text, stamp, assets)
      } catch {
        assets.removeNew()
        throw error
      }
    }
  }

  private func edit(
    _ text: FileBytes, _ stamp: FileStamp, _ assets: AssetWriter
  ) throws(StoreError) -> DocumentState {
    let editor = DocumentEditor(
      unsafe ByteView(text.buffer), state, save, assets, path: file.path)
    try editor.editRecords()
    let metadata = try editor.editMetadata()
    var next = state
    next.metadata = metadata
    guard !editor.edits.isEmpty || !editor.rootContent.isEmpty else { return next }
    try checkAssets()
    editor.nameAssetFolder()
    editor.fillRoot()
    guard let edits = editor.edits.sorted() else {
      throw file.failure(
        .corrupt, "the edits of '\(file.path)' for this save overlap; nothing was written")
    }
    try assets.synchronize()
    var hash = XXH64()
    next.stamp = try file.replace(
      expecting: stamp,
      checking: { current throws(StoreError) in
        try file.checkContents(of: current, stamp, hash: state.hash)
      },
      recording: save.history,
      writing: { output throws(StoreError) in try edits.write(text, to: &output, &hash) })
    next.hash = hash.value
    next.isForeign = false
    next.move(by: edits, editor)
    if !assets.stamps.isEmpty {
      next.assets = AssetFolder(name: assets.folderName, beside: file)
      next.assetStamps.merge(assets.stamps) { $1 }
    }
    removeFiles(editor.leftFiles, text, edits, &next)
    return next
  }

  // MARK: Changes by others

  /// Looks whether someone changed a value that lies in a file.
  private func checkAssets() throws(StoreError) {
    guard let assets = state.assets else { return }
    for (path, stamp) in state.assetStamps where assets.stamp(of: path.text) != stamp {
      throw file.failure(
        .changedByOther,
        "'\(path.text)' was changed by another program since it was read; nothing was written")
    }
  }

  // MARK: Files that are left over

  /// Removes files whose values are gone from the document.
  ///
  /// The save is done: where this fails, a file is left over, and that is all.
  private func removeFiles(
    _ paths: [ExactText], _ text: FileBytes, _ edits: SortedEdits, _ next: inout DocumentState
  ) {
    guard let assets = state.assets, !paths.isEmpty else { return }
    let rest = Self.names(in: text, edits)
    for path in Set(paths) where !rest.contains(path) {
      try? assets.remove(path.text)
      next.assetStamps[path] = nil
    }
  }

  /// All paths that the saved document still has.
  private static func names(in text: FileBytes, _ edits: SortedEdits) -> Set<ExactText> {
    let bytes = unsafe ByteView(text.buffer)
    var pieces: [UInt8] = []
    var position = 0
    for edit in edits.edits {
      pieces += bytes[position..<edit.range.lowerBound].array + edit.text
      position = edit.range.upperBound
    }
    pieces += bytes[position..<bytes.count].array
    return pieces.withView { view in
      var scanner = MarkupScanner(view, 0..<view.count)
      var names: Set<ExactText> = []
      while let token = scanner.next() {
        guard token.kind == .startTag || token.kind == .oneTag,
          let element = ElementNode(view, tag: token.range).attribute(DocumentName.file)
        else { continue }
        names.insert(ExactText(view[element.value].attributeText))
      }
      return names
    }
  }
}

extension DocumentState {
  /// Moves all places as the edits of a save moved them.
  fileprivate mutating func move(by edits: SortedEdits, _ editor: DocumentEditor) {
    for table in spans.indices {
      spans[table].move(by: edits, rowCount: editor.save.after.tables[table].rowCount)
      for row in editor.save.changes.tables[table].deleted where row < spans[table].starts.count {
        spans[table].starts[row] = -1
        spans[table].ends[row] = -1
        spans[table].withoutID.remove(row)
      }
    }
    for (reference, edit, range) in editor.inserted {
      let start = edits.start(ofEdit: edit)
      spans[reference.table].starts[reference.row] = start + range.lowerBound
      spans[reference.table].ends[reference.row] = start + range.upperBound
    }
    for reference in editor.named { spans[reference.table].withoutID.remove(reference.row) }
    for (table, highest) in editor.highestNumbers.enumerated() {
      spans[table].highestNumber = highest
    }
    root = edits.start(root.lowerBound)..<edits.end(root.upperBound)
    metadataRange =
      editor.metadataEdit.map { edit, range in
        let start = edits.start(ofEdit: edit)
        return start + range.lowerBound..<start + range.upperBound
      } ?? metadataRange.map { edits.start($0.lowerBound)..<edits.end($0.upperBound) }
  }
}

extension ElementSpans {
  /// Moves all places as edits moved them, and makes room for more rows.
  mutating func move(by edits: SortedEdits, rowCount: Int) {
    for row in starts.indices where starts[row] >= 0 {
      starts[row] = edits.start(starts[row])
      ends[row] = edits.end(ends[row])
    }
    let more = rowCount - starts.count
    if more > 0 {
      starts += Array(repeating: -1, count: more)
      ends += Array(repeating: -1, count: more)
    }
  }
}
