import CLibXML2
import Synchronization

/// Something in a document that the grammar does not allow.
struct GrammarViolation {
  /// The element that is wrong, by its place among all of its document.
  let element: Int
  /// What libxml2 says, which is seldom much.
  let message: String

  /// Whether the message is about what should have come before or after.
  var isVague: Bool {
    message.hasPrefix("Expecting an element") || message.contains("has extra content")
  }
}

/// The grammar of model files, `Schemas/xcdatamodel.rng`, which is part of the program.
///
/// It is parsed once and then used by one check at a time, since libxml2 does not say that several may.
enum Grammar {
  private static let schema = Mutex<Schema?>(nil)

  /// The text of the grammar.
  static var text: [UInt8] {
    PackageResources.xcdatamodel_rng
  }

  /// What the grammar does not allow in a document.
  static func violations(in root: SourceElement) -> [GrammarViolation] {
    schema.withLock { schema in
      if schema == nil { schema = Schema(text) }
      guard let schema else { return [] }
      return GrammarTree.trees(of: root).flatMap(schema.violations)
    }
  }

  /// Whether libxml2 understands the grammar.
  static var isUsable: Bool {
    schema.withLock { schema in
      if schema == nil { schema = Schema(text) }
      return schema != nil
    }
  }
}

/// A parsed grammar.
///
/// Safe because it is used under the lock of ``Grammar`` only.
@safe private final class Schema: @unchecked Sendable {
  private let schema: xmlRelaxNGPtr

  init?(_ text: [UInt8]) {
    let parsed: xmlRelaxNGPtr? = unsafe text.withUnsafeBytes { bytes in
      let context = unsafe xmlRelaxNGNewMemParserCtxt(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      defer { unsafe xmlRelaxNGFreeParserCtxt(context) }
      return unsafe xmlRelaxNGParse(context)
    }
    guard let parsed = unsafe parsed else { return nil }
    unsafe schema = parsed
  }

  deinit {
    unsafe xmlRelaxNGFree(schema)
  }

  func violations(in tree: GrammarTree) -> [GrammarViolation] {
    guard let document = unsafe tree.make() else { return [] }
    defer { unsafe xmlFreeDoc(document) }
    guard let context = unsafe xmlRelaxNGNewValidCtxt(schema) else { return [] }
    defer { unsafe xmlRelaxNGFreeValidCtxt(context) }
    let collected = Collected()
    unsafe xmlRelaxNGSetValidStructuredErrors(
      context,
      { collected, error in
        guard let collected = unsafe collected, let error = unsafe error else { return }
        let list = unsafe Unmanaged<Collected>.fromOpaque(collected).takeUnretainedValue()
        unsafe list.add(error.pointee)
      }, Unmanaged.passUnretained(collected).toOpaque())
    _ = unsafe xmlRelaxNGValidateDoc(context, document)
    return collected.violations
  }
}

private final class Collected {
  private(set) var violations: [GrammarViolation] = []

  func add(_ error: xmlError) {
    var node = unsafe error.node?.assumingMemoryBound(to: xmlNode.self)
    while let current = unsafe node, unsafe current.pointee.type != XML_ELEMENT_NODE {
      unsafe node = current.pointee.parent
    }
    let number = unsafe node?.pointee._private.map { Int(bitPattern: $0) } ?? 1
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
    violations.append(
      GrammarViolation(
        element: number - 1, message: message.split(whereSeparator: \.isNewline).joined()))
  }
}
