package import Foundation

/// What reading a model gave: the model, as far as it could be understood, and all that is wrong.
package struct ModelReading {
  /// The model, with whatever is wrong left out; nil where the input is no model at all.
  ///
  /// For tools that show or rewrite a model. Data must not be kept by a model that is not usable.
  package let draft: NSManagedObjectModel?
  /// What was found, in the order of the file.
  package let diagnostics: [Diagnostic]
  /// Whether data can be kept by the model: nothing is wrong with it but predicates and expressions, which only
  /// those are denied who use them.
  package let isUsable: Bool

  /// The model, nil where it cannot be used.
  package var model: NSManagedObjectModel? {
    isUsable ? draft : nil
  }

  /// Whether one of the findings is an error.
  package var hasErrors: Bool {
    draft == nil || diagnostics.contains { $0.severity == .error }
  }

  fileprivate init(_ draft: NSManagedObjectModel?, _ findings: Findings) {
    self.draft = draft
    diagnostics = findings.sorted
    isUsable = draft != nil && !findings.isSpoiled
  }
}

/// Reads models: finds the file, decodes it, parses it, checks the grammar, builds the model and
/// checks what it means.
///
/// Nothing stops it but a file that is no XML document `model`.
package enum ModelReader {
  /// Reads an `.xcdatamodeld` bundle, an `.xcdatamodel` bundle or a file.
  package static func read(contentsOf url: URL) -> ModelReading {
    let model = NSManagedObjectModel()
    let findings = Findings()
    let isModel = read(contentsOf: url, into: model, findings: findings)
    return ModelReading(isModel ? model : nil, findings)
  }

  /// Reads the bytes of a file, which messages name as the caller does.
  package static func read(_ data: Data, file: String? = nil) -> ModelReading {
    let model = NSManagedObjectModel()
    let findings = Findings()
    let isModel = read(Array(data), file: file, into: model, findings: findings)
    return ModelReading(isModel ? model : nil, findings)
  }

  /// Where the outermost element of a document begins, behind declaration, comments and document type.
  ///
  /// For documents in encodings that have ASCII in them.
  package static func placeOfRoot(in document: Data) -> Diagnostic.Location {
    let text = SourceText(utf8: Array(document), file: nil)
    var scanner = TagScanner(text.bytes)
    var tag = scanner.next()
    while tag.count > 1, text.bytes[tag.lowerBound + 1] == UInt8(ascii: "!") {
      tag = scanner.next()
    }
    return text.location(at: tag.lowerBound)
  }

  /// Fills an empty model; false where there is none to read.
  static func read(
    contentsOf url: URL, into model: NSManagedObjectModel, findings: Findings
  ) -> Bool {
    guard let file = ModelFile.find(url, findings: findings) else { return false }
    model.name = file.name
    do {
      let bytes = try ModelFile.read(file.url, limit: ModelFile.sizeLimit)
      return read(bytes, file: file.path, into: model, findings: findings)
    } catch {
      findings.add(Diagnostic(.error, error.message, at: Diagnostic.Location(file: file.path)))
      return false
    }
  }

  private static func read(
    _ bytes: [UInt8], file: String?, into model: NSManagedObjectModel, findings: Findings
  ) -> Bool {
    let place = Diagnostic.Location(file: file)
    if bytes.starts(with: "bplist00".utf8) {
      findings.add(.compiledModel(at: place))
      return false
    }
    if bytes.count > ModelFile.sizeLimit {
      findings.add(.tooLarge(limit: ModelFile.sizeLimit, at: place))
      return false
    }
    do {
      let text = try SourceText.decoding(bytes, file: file)
      let root = try SourceParser.parse(text)
      let isModel = ModelBuilder.build(root, into: model, findings: findings)
      if isModel { report(Grammar.violations(in: root), in: root, to: findings) }
      return isModel
    } catch {
      findings.add(error)
      return false
    }
  }

  /// Reports what the grammar found, where nothing more precise was said about the element or one in it.
  ///
  /// Of some mistakes libxml2 tells only that one of the elements around does not end where it should;
  /// that helps nobody who is told anything else.
  private static func report(
    _ violations: [GrammarViolation], in root: SourceElement, to findings: Findings
  ) {
    let precise = violations.filter { !$0.isVague }
    let isAlone = precise.isEmpty && !findings.hasErrors
    let shown = isAlone ? violations.prefix(1) : precise[...]
    let faulty = findings.faultyElements.union(shown.map(\.element))
    var reported = findings.faultyElements
    for violation in shown {
      guard let element = root.element(numbered: violation.element),
        !faulty.contains(where: { element.number < $0 && $0 <= element.lastNumber }),
        reported.insert(element.number).inserted
      else { continue }
      findings.report(.grammar(violation.message, element: element.name), at: element)
    }
  }
}

extension SourceElement {
  /// The element with a number, this one or one inside.
  fileprivate func element(numbered number: Int) -> SourceElement? {
    var element = self
    while element.number != number {
      guard let next = element.children.last(where: { $0.number <= number }) else { return nil }
      element = next
    }
    return element
  }
}
