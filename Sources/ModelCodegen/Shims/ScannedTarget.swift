import ManagedModel

/// The files of a target as they were scanned, and the types that can be seen in them.
struct ScannedTarget {
  struct File {
    var path: String
    /// The last component of the path.
    var name: String
    var lines: SourceLines
    var imports: [ScannedImport]
    var members: [ManagedMember]
    var validators: [ScannedValidator]

    /// The modules that the file imports and of which nothing is known, in the order of the imports.
    func foreignModules(besides known: [String]) -> [String] {
      var modules: [String] = []
      for module in imports.compactMap(\.path.first) + ["Module"]
      where !known.contains(module) && !KnownTypes.modules.contains(module)
        && !modules.contains(module)
      {
        modules.append(module)
      }
      return modules.count > 1 ? modules.dropLast() : modules
    }
  }

  let module: String
  private(set) var files: [File] = []
  private(set) var types: DeclaredTypes
  private(set) var diagnostics: [Diagnostic] = []

  init(module: String, sources: [SwiftSource], libraries: [ManagedShims.Library]) {
    self.module = module
    types = DeclaredTypes(module: module)
    for (index, library) in libraries.enumerated() where library.module != module {
      let scanned = library.sources.map { source in
        // Numbers of files below zero: no file of the target sees what is private in those.
        (index: -1 - index, types: SwiftScanner(SwiftTokens(source.text)).types)
      }
      types.add(scanned, module: library.module)
    }
    var notes: [(TypeNote, file: Int)] = []
    var found: [(index: Int, types: [ScannedType])] = []
    for (index, source) in sources.enumerated() {
      let tokens = SwiftTokens(source.text)
      let scanner = SwiftScanner(tokens)
      files.append(
        File(
          path: source.path, name: source.fileName, lines: SourceLines(tokens.bytes),
          imports: scanner.imports, members: scanner.members,
          validators: scanner.validators))
      found.append((index, scanner.types))
      notes += readNotes(tokens, file: index).map { ($0, index) }
      for refused in scanner.refused {
        diagnostics.append(.refused(refused, at: location(of: refused.offset, in: index)))
      }
    }
    add(notes)
    types.add(found, module: module)
  }

  /// The place of a byte in a file.
  func location(of offset: Int, in file: Int) -> Diagnostic.Location {
    files[file].lines.location(of: offset, in: files[file].path)
  }

  private mutating func readNotes(_ tokens: SwiftTokens, file: Int) -> [TypeNote] {
    var notes: [TypeNote] = []
    for comment in tokens.comments {
      do throws(TypeNote.Malformed) {
        if let note = try TypeNote.note(in: comment, of: tokens.bytes) { notes.append(note) }
      } catch {
        diagnostics.append(.malformedNote(at: location(of: error.offset, in: file)))
      }
    }
    return notes
  }

  /// Adds notes, those of types inside others after those.
  private mutating func add(_ notes: [(note: TypeNote, file: Int)]) {
    let sorted = notes.sorted { $0.note.path.count < $1.note.path.count }
    for (note, file) in sorted where !types.add(note, file: file) {
      diagnostics.append(.noteInsideUnknown(note, at: location(of: note.offset, in: file)))
    }
  }
}
