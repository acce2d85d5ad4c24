import CLibXML2

/// What a parser meets on its way through a document.
///
/// Override what is of interest.
class SAXHandler {
  /// The parser that brings the events.
  final let parser: SAXParser

  init(_ parser: SAXParser) { self.parser = parser }

  /// An element begins.
  ///
  /// The parser stands behind its attributes.
  func begin(_ element: SAXElement) {}
  /// The innermost element ends.
  ///
  /// The parser stands behind its end tag.
  func end() {}
  /// Text of the innermost element, or a part of it.
  func text(_ bytes: ByteView) {}
}

/// A pass of libxml2 over a document in memory.
///
/// Nothing outside the bytes is ever read, and nothing is declared inside: a document type is refused, or
/// accepted without its declarations, so there are no entities but the five of XML.
///
/// Safe because the pointers that libxml2 gives are used only while it waits for us.
@safe final class SAXParser {
  /// Why a document is not well-formed, and where that was found.
  struct Fault: Error {
    var offset: Int
    var sentence: String
    /// Whether it is a document of Apple's XML store, which has a document type.
    var isApple = false
  }

  /// Whose documents are read.
  enum Dialect {
    case own, apple

    /// The outermost element.
    var root: String { self == .own ? DocumentName.store : "database" }
  }

  /// What is said of a document of Apple's XML store where one of ours was expected.
  static let appleSentence =
    "this is an XML store of Apple's Core Data ('database'), which is another format; "
    + "a document begins with 'store'"

  private let bytes: ByteView
  private let dialect: Dialect
  private let context: UnsafeMutablePointer<xmlParserCtxt>
  private var fault: Fault?

  /// How many bytes libxml2 has fetched.
  private var fetched = 0

  /// Prepares a pass over bytes, which must outlive it.
  init?(_ bytes: ByteView, _ dialect: Dialect = .own) {
    Self.initializeLibrary
    guard let context = unsafe xmlNewParserCtxt() else { return nil }
    unsafe self.context = unsafe context
    self.bytes = bytes
    self.dialect = dialect
  }

  deinit { unsafe xmlFreeParserCtxt(context) }

  private static let initializeLibrary: Void = xmlInitParser()

  /// The key under which ``SAXElement`` reports a name: equal names have equal keys.
  func key(of name: String) -> UInt {
    name.withView { name in
      let start = unsafe name.raw.baseAddress?.assumingMemoryBound(to: xmlChar.self)
      return unsafe UInt(bitPattern: xmlDictLookup(context.pointee.dict, start, Int32(name.count)))
    }
  }

  /// Reads the document, once.
  ///
  /// Throws where it is not well-formed; the handler has then seen its beginning.
  func run(_ handler: SAXHandler) throws(Fault) {
    unsafe context.pointee.sax.pointee = Self.callbacks
    unsafe context.pointee.userData = Unmanaged.passUnretained(handler).toOpaque()
    // Without NOENT an attribute's `&amp;` would arrive as `&#38;`.
    _ = unsafe xmlCtxtUseOptions(
      context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
    guard openInput() else { throw Fault(offset: 0, sentence: "there is no memory for a parser") }
    let result = withExtendedLifetime((self, handler)) { unsafe xmlParseDocument(context) }
    if let fault { throw fault }
    let isComplete = unsafe result == 0 && context.pointee.wellFormed != 0
    if hasStopped { return }
    guard isComplete else { throw Fault(offset: position, sentence: "not well-formed XML") }
    // libxml2 takes a NUL behind the document for its end.
    guard position >= bytes.count else {
      throw Fault(
        offset: position,
        sentence: "XML cannot hold the character U+0000; remove it and what is behind it")
    }
  }

  /// Lets libxml2 fetch the bytes piece by piece: copying them all at once would cost more.
  private func openInput() -> Bool {
    let source = unsafe xmlParserInputBufferCreateIO(
      { parser, target, count in
        guard let parser = unsafe parser, let target = unsafe target else { return -1 }
        return unsafe Unmanaged<SAXParser>.fromOpaque(parser)._withUnsafeGuaranteedRef {
          unsafe $0.fetch(UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
        }
      }, nil, Unmanaged.passUnretained(self).toOpaque(), XML_CHAR_ENCODING_NONE)
    guard let source = unsafe source,
      let input = unsafe xmlNewIOInputStream(context, source, XML_CHAR_ENCODING_NONE)
    else { return false }
    return unsafe inputPush(context, input) >= 0
  }

  private func fetch(_ target: UnsafeMutableRawBufferPointer) -> Int32 {
    guard hasFewAttributes else { return 0 }
    let count = pieceLength(atMost: target.count)
    unsafe target.copyMemory(from: bytes[fetched..<fetched + count].raw)
    fetched += count
    return Int32(count)
  }

  /// How long the next piece is: `]]>` must not begin in one and end in the next, because libxml2 sees that it stands
  /// where it may not only where it has it whole.
  private func pieceLength(atMost limit: Int) -> Int {
    let rest = bytes.count - fetched
    guard limit < rest else { return rest }
    var count = limit
    while count > 1, limit - count < 2, bytes[fetched + count - 1] == UInt8(ascii: "]") {
      count -= 1
    }
    return count
  }

  /// Whether no tag has had more attributes than any needs; libxml2 compares each with all others.
  private var hasFewAttributes: Bool {
    let most = unsafe max(
      clibxml2_room_for_attributes(context), clibxml2_open_namespaces(context))
    guard most > Self.attributeLimit else { return true }
    // Stopping the parser here would free what it is about to read: the input just ends.
    fault =
      fault
      ?? Fault(
        offset: bytes.tagStart(endingBefore: fetched - 1),
        sentence:
          "a tag has more than \(Self.attributeLimit) attributes; an element has one or two: "
          + "remove them")
    return false
  }

  private static let attributeLimit = 2000

  /// Whether ``stop()`` was called.
  private(set) var hasStopped = false

  /// Ends the pass; nothing more is reported.
  func stop() {
    hasStopped = true
    unsafe xmlStopParser(context)
  }

  /// How many bytes have been read.
  ///
  /// What `xmlByteConsumed` says, without its call: the bytes are UTF-8, so none were decoded.
  @inline(__always)
  var position: Int {
    guard let input = unsafe context.pointee.input else { return 0 }
    let (start, current) = unsafe (input.pointee.base, input.pointee.cur)
    guard let start = unsafe start, let current = unsafe current else { return 0 }
    return unsafe Int(truncatingIfNeeded: input.pointee.consumed) + (current - start)
  }

  /// Where the element begins whose begin is being reported.
  var elementStart: Int {
    // No attribute can contain a `<`.
    var offset = min(position, bytes.count - 1)
    while offset > 0, bytes[offset] != UInt8(ascii: "<") { offset -= 1 }
    return offset
  }

  /// Where the text begins of which a part is being reported.
  var textStart: Int {
    var start = min(position, bytes.count)
    if start >= 3, bytes.starts(with: "]]>", at: start - 3) {
      // No other text can have that.
      while start > 0, !bytes.starts(with: "<![CDATA[", at: start) { start -= 1 }
      return start
    }
    while start > 0, bytes[start - 1] != UInt8(ascii: ">") { start -= 1 }
    while start < bytes.count, bytes[start].isXMLSpace { start += 1 }
    return start
  }

  private func report(_ sentence: String, at offset: Int) {
    guard fault == nil else { return }
    fault = Fault(offset: offset, sentence: sentence)
    stop()
  }

  @unsafe private func report(_ error: xmlError) {
    guard unsafe error.level == XML_ERR_FATAL || isUndeclaredEntity(error), fault == nil else {
      return
    }
    let (sentence, shift) = unsafe SyntaxError(error, bytes, position, dialect.root).described
    report(sentence, at: max(0, min(position + shift, bytes.count)))
  }
}

extension SAXParser {
  /// To libxml2 no fault where a document type could have declared it; the text would just be lost.
  @unsafe private func isUndeclaredEntity(_ error: xmlError) -> Bool {
    let code = unsafe UInt32(bitPattern: error.code)
    return code == XML_WAR_UNDECLARED_ENTITY.rawValue || code == XML_ERR_UNDECLARED_ENTITY.rawValue
  }
}

// MARK: - Callbacks

extension SAXParser {
  private static var callbacks: xmlSAXHandler {
    var callbacks = unsafe xmlSAXHandler()
    unsafe callbacks.initialized = UInt32(bitPattern: Int32(truncatingIfNeeded: XML_SAX2_MAGIC))
    unsafe callbacks.startElementNs = { user, name, prefix, uri, spaces, _, count, _, attributes in
      guard let name = unsafe name else { return }
      unsafe SAXParser.with(user) {
        unsafe $0.begin(
          SAXElement(
            name: name, prefix: prefix, uri: uri, namespaces: Int(spaces), count: Int(count),
            attributes: attributes))
      }
    }
    unsafe callbacks.endElementNs = { user, _, _, _ in
      unsafe SAXParser.with(user) { $0.end() }
    }
    unsafe callbacks.characters = { user, text, count in
      unsafe SAXParser.with(user) { unsafe $0.text(ByteView(text, count: Int(count))) }
    }
    // The same, or else libxml2 would guess which white space matters.
    unsafe callbacks.ignorableWhitespace = callbacks.characters
    unsafe callbacks.cdataBlock = callbacks.characters
    unsafe callbacks.internalSubset = { user, name, _, _ in
      let isApple = unsafe name.map { unsafe String(cString: $0) } == "database"
      unsafe SAXParser.with(user) { $0.parser.meetDocumentType(isApple: isApple) }
    }
    unsafe callbacks.serror = { user, error in
      guard let error = unsafe error?.pointee else { return }
      unsafe SAXParser.with(user) { unsafe $0.parser.report(error) }
    }
    return unsafe callbacks
  }

  @inline(__always)
  @unsafe private static func with(_ user: UnsafeMutableRawPointer?, _ body: (SAXHandler) -> Void) {
    guard let user = unsafe user else { return }
    unsafe Unmanaged<SAXHandler>.fromOpaque(user)._withUnsafeGuaranteedRef(body)
  }

  private func meetDocumentType(isApple: Bool) {
    guard fault == nil else { return }
    if dialect == .apple, bytes.at(position) != UInt8(ascii: "[") { return }
    let sentence =
      dialect == .apple
      ? "the document type has declarations of its own, which are not read; remove what is in brackets"
      : isApple
        ? Self.appleSentence
        : "a document type is not allowed here; remove the line that begins with <!DOCTYPE"
    fault = Fault(
      offset: documentTypeStart, sentence: sentence, isApple: isApple && dialect == .own)
    stop()
  }

  private var documentTypeStart: Int {
    var offset = min(position, bytes.count - 1)
    while offset > 0, !bytes.starts(with: "<!DOCTYPE", at: offset) { offset -= 1 }
    return offset
  }
}

/// An element that begins.
///
/// Safe because it is used only during the call that brings it.
@safe struct SAXElement {
  private let namePointer: UnsafePointer<xmlChar>
  private let prefix: UnsafePointer<xmlChar>?
  private let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  /// How many attributes there are, declarations of namespaces not counted.
  let attributeCount: Int
  /// How many namespaces are declared.
  let namespaceCount: Int
  /// Whether the name belongs to a namespace.
  let isForeign: Bool

  @unsafe init(
    name: UnsafePointer<xmlChar>, prefix: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?,
    namespaces: Int, count: Int, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    unsafe namePointer = unsafe name
    unsafe self.prefix = unsafe prefix
    unsafe self.attributes = unsafe attributes
    attributeCount = count
    namespaceCount = namespaces
    isForeign = unsafe prefix != nil || uri != nil
  }

  /// The name as a number; see ``SAXParser/key(of:)``.
  ///
  /// A name with a prefix is never one of ours.
  @inline(__always)
  var key: UInt { unsafe isForeign ? 0 : UInt(bitPattern: namePointer) }

  /// The name, with its prefix.
  var name: String {
    let local = unsafe String(cString: namePointer)
    return unsafe prefix.map { unsafe String(cString: $0) + ":" + local } ?? local
  }

  /// The name of an attribute as a number, 0 where it has a prefix.
  @inline(__always)
  func attributeKey(_ index: Int) -> UInt {
    guard let field = unsafe field(index, 0), unsafe self.field(index, 1) == nil else { return 0 }
    return UInt(bitPattern: field)
  }

  /// The name of an attribute, with its prefix.
  func attributeName(_ index: Int) -> String {
    let local = unsafe field(index, 0).map { unsafe String(cString: $0) } ?? ""
    return unsafe field(index, 1).map { unsafe String(cString: $0) + ":" + local } ?? local
  }

  /// The value of an attribute.
  @inline(__always)
  func attributeValue(_ index: Int) -> ByteView {
    guard let start = unsafe field(index, 3), let end = unsafe field(index, 4) else {
      return .empty
    }
    return unsafe ByteView(start, count: end - start)
  }

  /// One of the five pointers that libxml2 gives for an attribute: name, prefix, namespace, value,
  /// end.
  @inline(__always)
  private func field(_ index: Int, _ field: Int) -> UnsafePointer<xmlChar>? {
    precondition(index < attributeCount)
    return unsafe attributes?[index * 5 + field] ?? nil
  }
}
