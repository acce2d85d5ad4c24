package import ManagedModel

/// A Swift file as it compiles on Apple's platforms and elsewhere.
///
/// What the compiler refuses where there is no Objective-C: the attributes `@objc`, `@objcMembers` and
/// `@IBOutlet`, which are put under `#if canImport(ObjectiveC)`, `#keyPath(…)`, which becomes the string that
/// it makes, and the `#selector(…)` of a comparison, which is named. What is not compiled there already is left alone, so that a second time changes nothing.
package struct PortedSource: Sendable {
  /// The text, changed where it has to be.
  package private(set) var text: String
  /// What was changed, as notes, and what cannot be, as warnings; in the order of the file.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether the text is another than before.
  package var isChanged: Bool { diagnostics.contains { $0.severity == .note } }

  /// How often the text is gone through: a second time is needed where changes overlap.
  private static let passLimit = 8

  /// Makes it from a file.
  package init(_ source: SwiftSource) {
    text = source.text
    for _ in 0..<PortedSource.passLimit {
      let tokens = SwiftTokens(text)
      let found = PortedSource.edits(of: tokens)
      let edits = TextEdit.disjoint(found)
      let lines = SourceLines(tokens.bytes)
      diagnostics.removeAll { $0.severity == .warning }
      diagnostics += edits.map { edit in
        Diagnostic(
          edit.isChange ? .note : .warning, edit.message,
          at: lines.location(of: edit.place, in: source.path))
      }
      guard edits.contains(where: \.isChange) else { break }
      text = TextEdit.apply(edits, to: tokens.bytes)
      if edits.count == found.count { break }
    }
  }

  private static func edits(of tokens: SwiftTokens) -> [TextEdit] {
    AttributePort.edits(of: tokens, layout: SourceLayout(tokens.bytes))
      + KeyPathPort.edits(of: tokens) + SelectorPort.edits(of: tokens)
      + UnportableCode.findings(in: tokens)
  }
}
