import CLibXML2

/// The trees that libxml2 checks the grammar on.
///
/// They have all of a document that can be wrong: the known elements, and of their attributes those that
/// must be there or are more than any text. The rest is left out, since libxml2's time multiplies with
/// the kinds of attributes on an element, and a file may have any number of unknown ones.
///
/// That time grows with the square of an element's children, too. So each tree has some children of one
/// element, below the tags of all that it stands in; elements with many children are given trees of
/// their own. No element of a model needs another one beside it, so the parts are right exactly when the
/// whole is.
struct GrammarTree {
  /// The elements from the outermost to the one whose children are checked.
  private let path: [SourceElement]
  private let children: ArraySlice<SourceElement>

  /// How many children an element has in one tree.
  private static let breadth = 100

  /// The trees of a document.
  static func trees(of root: SourceElement) -> [GrammarTree] {
    var trees: [GrammarTree] = []
    var pending = [[root]]
    while let path = pending.popLast() {
      let children = path.last?.children ?? []
      for start in stride(from: 0, to: max(children.count, 1), by: breadth) {
        let part = children[start..<min(start + breadth, children.count)]
        trees.append(GrammarTree(path: path, children: part))
        for child in part { collectBroad(child, below: path, into: &pending) }
      }
    }
    return trees
  }

  private static func collectBroad(
    _ element: SourceElement, below path: [SourceElement], into pending: inout [[SourceElement]]
  ) {
    guard ElementForm.byName[element.name] != nil else { return }
    if isBroad(element) {
      pending.append(path + [element])
    } else {
      for child in element.children { collectBroad(child, below: path + [element], into: &pending) }
    }
  }

  private static func isBroad(_ element: SourceElement) -> Bool {
    element.children.count > breadth
  }

  /// Makes the tree, whose nodes hold the numbers of their elements, from one.
  ///
  /// The caller frees it.
  func make() -> xmlDocPtr? {
    guard let document = unsafe xmlNewDoc("1.0") else { return nil }
    var innermost: xmlNodePtr?
    for element in path {
      guard let node = unsafe Self.node(of: element) else { continue }
      if let parent = unsafe innermost {
        _ = unsafe xmlAddChild(parent, node)
      } else {
        _ = unsafe xmlDocSetRootElement(document, node)
      }
      unsafe innermost = node
    }
    if let parent = unsafe innermost { unsafe Self.add(children, to: parent) }
    return unsafe document
  }

  private static func add(_ children: ArraySlice<SourceElement>, to parent: xmlNodePtr) {
    for child in children {
      guard let node = unsafe node(of: child) else { continue }
      _ = unsafe xmlAddChild(parent, node)
      if ElementForm.byName[child.name] != nil, !isBroad(child) {
        unsafe add(child.children[...], to: node)
      }
    }
  }

  private static func node(of element: SourceElement) -> xmlNodePtr? {
    guard let node = unsafe xmlNewNode(nil, element.name) else { return nil }
    unsafe node.pointee._private = UnsafeMutableRawPointer(bitPattern: element.number + 1)
    guard let form = ElementForm.byName[element.name] else { return unsafe node }
    for attribute in element.attributes
    where ElementForm.typed.contains(attribute.name) || form.required.contains(attribute.name) {
      _ = unsafe xmlNewNsProp(node, nil, attribute.name, attribute.value)
    }
    return unsafe node
  }
}
