import Foundation
import ManagedModel

/// What stands in a file of Apple's XML store, without the model: names and values as they are written.
package struct AppleXMLContents: Sendable {
  /// An object.
  package struct Object: Sendable {
    /// The name of its entity, in capitals.
    package var type: String
    package var id: String
    /// The texts of its attributes, escapes resolved, by their names in small letters.
    package var attributes: [String: String] = [:]
    /// The ids of the objects that its relationships name.
    package var relationships: [String: [String]] = [:]
  }

  /// The objects, in the order of the file; none where only their number was asked for.
  package fileprivate(set) var objects: [Object] = []
  /// The entities in the order in which they first appear, in capitals, and how many objects each has.
  package fileprivate(set) var entities: [(name: String, count: Int)] = []
  /// What the file says of itself.
  package fileprivate(set) var metadata: [String: PropertyList] = [:]
  /// The encoding of the file.
  package fileprivate(set) var encoding = "UTF-8"
  /// Bytes of the file.
  package fileprivate(set) var size = 0

  /// Reads a file; throws where it is not well-formed, or no file of Apple's XML store.
  package init(_ file: StoredFile, keepingObjects: Bool = true) throws(StoreError) {
    let (bytes, stamp) = try file.read(limit: DocumentLoader.sizeLimit)
    let text = try DocumentText(file: bytes, path: file.path)
    self = try withExtendedLifetime(text.bytes) { () throws(StoreError) in
      try unsafe ContentsHandler.read(ByteView(text.bytes.buffer), file, keepingObjects)
    }
    if metadata[AppleMetadata.uuidKey] == nil {
      metadata[AppleMetadata.uuidKey] = .string(DerivedUUID.uuid(ofPath: file.path).uuidString)
    }
    encoding = text.foreignEncoding ?? "UTF-8"
    size = stamp.size
  }

  fileprivate init() {}
}

/// Takes in whatever stands in a file.
private final class ContentsHandler: SAXHandler {
  private var contents = AppleXMLContents()
  private var counts: [String: Int] = [:]
  private let keepsObjects: Bool
  private var path: [String] = []
  private var object: AppleXMLContents.Object?
  private var property = ""
  private var content: [UInt8] = []
  private var list = PropertyListBuilder()
  private var fault: SAXParser.Fault?

  private init(_ parser: SAXParser, keepsObjects: Bool) {
    self.keepsObjects = keepsObjects
    super.init(parser)
  }

  static func read(
    _ view: ByteView, _ file: StoredFile, _ keepsObjects: Bool
  ) throws(StoreError) -> AppleXMLContents {
    guard let parser = SAXParser(view, .apple) else {
      throw file.failure(.limit, "there is no memory for the parser")
    }
    let handler = ContentsHandler(parser, keepsObjects: keepsObjects)
    var fault: SAXParser.Fault?
    do throws(SAXParser.Fault) { try parser.run(handler) } catch { fault = error }
    if let fault = handler.fault ?? fault {
      var problems = ProblemList()
      problems.add(fault.sentence, at: fault.offset)
      throw StoreError(.malformed, problems.diagnostics(path: file.path, text: view))
    }
    handler.contents.entities = handler.contents.entities.map {
      ($0.name, handler.counts[$0.name] ?? 0)
    }
    return handler.contents
  }

  private func stop(_ sentence: String) {
    if fault == nil { fault = SAXParser.Fault(offset: parser.elementStart, sentence: sentence) }
    parser.stop()
  }

  private var isInList: Bool {
    path.count > 4 && path[1] == "databaseInfo" && path[2] == "metadata" && path[3] == "plist"
  }

  override func begin(_ element: SAXElement) {
    path.append(element.name)
    content.removeAll(keepingCapacity: true)
    if path.count > 200 { return stop("elements are nested more than 200 deep") }
    if path.count == 1, element.name != SAXParser.Dialect.apple.root {
      return stop(
        "the outermost element is '\(element.name)'; an XML store of Apple's begins with 'database'"
      )
    }
    if path.count == 2, element.name == "object" { beginObject(element) }
    if path.count == 3, object != nil { beginProperty(element) }
    guard isInList else { return }
    do throws(PropertyListBuilder.Fault) {
      _ = try list.begin(element.name)
    } catch {
      stop("'metadata' is not a property list: it has \(error.sentence)")
    }
  }

  private func beginObject(_ element: SAXElement) {
    let type = value(of: "type", element).uppercased()
    if counts.updateValue((counts[type] ?? 0) + 1, forKey: type) == nil {
      contents.entities.append((type, 0))
    }
    if keepsObjects { object = .init(type: type, id: value(of: "id", element)) }
  }

  private func beginProperty(_ element: SAXElement) {
    property = value(of: "name", element).lowercased()
    guard element.name == "relationship" else { return }
    object?.relationships[property] = value(of: "idrefs", element)
      .split { $0 == " " || $0.isNewline }.map(String.init)
  }

  private func value(of attribute: String, _ element: SAXElement) -> String {
    for index in 0..<element.attributeCount where element.attributeName(index) == attribute {
      return element.attributeValue(index).string
    }
    return ""
  }

  override func end() {
    guard let name = path.last, fault == nil else { return }
    if isInList {
      do throws(PropertyListBuilder.Fault) {
        try content.withView { view throws(PropertyListBuilder.Fault) in
          try list.end(name, view, attribute: nil)
        }
      } catch {
        stop("'metadata' is not a property list: it has \(error.sentence)")
      }
    } else {
      end(name)
    }
    path.removeLast()
    content.removeAll(keepingCapacity: true)
  }

  private func end(_ name: String) {
    switch (path.count, name) {
    case (2, "object"):
      if let object { contents.objects.append(object) }
      object = nil
    case (3, "attribute") where object != nil:
      let text = content.withView { try? AppleText.decode($0) }
      guard let text else {
        return stop("'\(property)' \(TextFault.notUTF8.appleSentence(for: .string))")
      }
      object?.attributes[property] = String(decoding: text, as: UTF8.self)
    case (3, "UUID") where path[1] == "databaseInfo":
      let text = content.withView { $0.trimmed.string }
      if !text.isEmpty { contents.metadata[AppleMetadata.uuidKey] = .string(text) }
    case (3, "metadata") where path[1] == "databaseInfo":
      contents.metadata.merge(list.node?.plain?.entries ?? [:]) { known, _ in known }
    default: break
    }
  }

  override func text(_ bytes: ByteView) {
    if path.count > 2 { content += bytes.array }
  }
}
