import CLibXML2

/// Turns a text into elements by libxml2.
///
/// libxml2 calls back for each start and end tag, and says what is in it; ``TagScanner`` says where it is.
/// Nothing is expanded or fetched: a document type stops the parser before it is read.
final class SourceParser {
  private let text: SourceText
  private var scanner: TagScanner
  private var open: [OpenElement] = []
  private var count = 0
  private var root: SourceElement?
  private var failure: Diagnostic?

  private init(_ text: SourceText) {
    self.text = text
    scanner = TagScanner(text.bytes)
  }

  /// Parses a text to its outermost element, or says why it is not a document.
  static func parse(_ text: SourceText) throws(Diagnostic) -> SourceElement {
    try SourceLimits.check(text)
    let parser = SourceParser(text)
    parser.run()
    if let failure = parser.failure { throw failure }
    guard let root = parser.root else { throw .emptyDocument(at: text.location(at: 0)) }
    return root
  }

  /// libxml2 makes its tables once; after that several threads may parse.
  private static let initializeLibrary: Void = xmlInitParser()

  private func run() {
    Self.initializeLibrary
    guard let context = unsafe xmlNewParserCtxt() else {
      failure = .parserUnavailable(at: text.location(at: 0))
      return
    }
    defer { unsafe xmlFreeParserCtxt(context) }
    unsafe Self.install(in: context)
    unsafe context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_BIG_LINES.rawValue
      | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    let document = unsafe text.bytes.withUnsafeBytes { bytes in
      unsafe xmlCtxtReadMemory(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil,
        nil, Int32(options))
    }
    unsafe xmlFreeDoc(document)
    if unsafe context.pointee.wellFormed == 0, failure == nil {
      failure = .notWellFormed("it cannot be parsed", at: text.location(at: 0))
    }
  }

  // MARK: What libxml2 calls

  private static func install(in context: xmlParserCtxtPtr) {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = XML_SAX2_MAGIC
    unsafe handler.startElementNs = {
      context, name, prefix, namespace, _, _, count, _, attributes in
      let parser = unsafe context.flatMap { unsafe SourceParser.of($0) }
      unsafe parser?.begin(
        name: (prefix, name), namespace: namespace,
        attributes: UnsafeBufferPointer(start: attributes, count: Int(count) * 5))
    }
    unsafe handler.endElementNs = { context, _, _, _ in
      let parser = unsafe context.flatMap { unsafe SourceParser.of($0) }
      parser?.end()
    }
    unsafe handler.internalSubset = { context, _, _, _ in
      guard let context = unsafe context else { return }
      let parser = unsafe SourceParser.of(context)
      unsafe parser?.refuseDocumentType(context.assumingMemoryBound(to: xmlParserCtxt.self))
    }
    unsafe handler.serror = { context, error in
      guard let context = unsafe context, let error = unsafe error else { return }
      let parser = unsafe SourceParser.of(context)
      unsafe parser?.note(error.pointee, context.assumingMemoryBound(to: xmlParserCtxt.self))
    }
    unsafe context.pointee.sax.pointee = handler
  }

  private static func of(_ context: UnsafeMutableRawPointer) -> SourceParser? {
    let context = unsafe context.assumingMemoryBound(to: xmlParserCtxt.self)
    guard let parser = unsafe context.pointee._private else { return nil }
    return unsafe Unmanaged<SourceParser>.fromOpaque(parser).takeUnretainedValue()
  }

  private func begin(
    name: (UnsafePointer<xmlChar>?, UnsafePointer<xmlChar>?), namespace: UnsafePointer<xmlChar>?,
    attributes: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  ) {
    open.append(
      OpenElement(
        name: unsafe Self.qualified(name.0, name.1), namespace: unsafe namespace.map(Self.string),
        attributes: unsafe Self.decoded(attributes), startTag: scanner.next(), number: count))
    count += 1
  }

  private func end() {
    guard let element = open.popLast() else { return }
    let end = element.startTag.upperBound
    let endTag = scanner.isSelfClosing(element.startTag) ? end..<end : scanner.next()
    let closed = SourceElement(element, text: text, endTag: endTag)
    if open.isEmpty {
      root = closed
    } else {
      open[open.count - 1].children.append(closed)
    }
  }

  private func refuseDocumentType(_ context: xmlParserCtxtPtr) {
    // It is the first thing in angle brackets but comments and instructions.
    var scanner = TagScanner(text.bytes)
    failure = failure ?? .documentType(at: text.location(at: scanner.next().lowerBound))
    unsafe xmlStopParser(context)
  }

  private func note(_ error: xmlError, _ context: xmlParserCtxtPtr) {
    guard unsafe error.level != XML_ERR_WARNING, failure == nil else { return }
    let offset = min(max(unsafe xmlByteConsumed(context), 0), text.bytes.count)
    let fault = unsafe SyntaxFault(error, in: text.bytes, at: offset, isInside: !open.isEmpty)
    let place = text.location(at: offset)
    failure =
      fault.isEarlyEnd
      ? .endsEarly(fault.sentence, at: place) : .notWellFormed(fault.sentence, at: place)
  }

  // MARK: What libxml2 says

  private static func string(_ text: UnsafePointer<xmlChar>) -> String {
    unsafe String(decodingCString: text, as: UTF8.self)
  }

  private static func qualified(
    _ prefix: UnsafePointer<xmlChar>?, _ name: UnsafePointer<xmlChar>?
  ) -> String {
    let name = unsafe name.map(string) ?? ""
    guard let prefix = unsafe prefix else { return name }
    return unsafe string(prefix) + ":" + name
  }

  /// The attributes of a tag, five pointers each: name, prefix, namespace, first byte of the value,
  /// byte after its last.
  private static func decoded(
    _ fields: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  ) -> [SourceElement.Attribute] {
    stride(from: 0, to: fields.count, by: 5).map { first in
      let value =
        if let start = unsafe fields[first + 3], let end = unsafe fields[first + 4] {
          unsafe String(
            decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
        } else {
          ""
        }
      return SourceElement.Attribute(
        name: unsafe qualified(fields[first + 1], fields[first]), value: value)
    }
  }
}
