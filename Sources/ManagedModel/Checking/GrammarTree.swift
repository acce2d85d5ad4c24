import CLibXML2

/// The tree that libxml2 checks the grammar on.
///
/// It has all of a document that can be wrong: the known elements, and of their attributes those that
/// must be there or are more than any text. The rest is left out, since libxml2's time multiplies with
/// the kinds of attributes on an element, and a file may have any number of unknown ones.
enum GrammarTree {
  /// Makes a tree, whose nodes hold the numbers of their elements, from one.
  ///
  /// The caller frees it.
  static func make(of root: SourceElement) -> xmlDocPtr? {
    guard let document = unsafe xmlNewDoc("1.0") else { return nil }
    guard let top = unsafe node(of: root) else {
      unsafe xmlFreeDoc(document)
      return nil
    }
    _ = unsafe xmlDocSetRootElement(document, top)
    var pending: [(SourceElement, xmlNodePtr)] = unsafe [(root, top)]
    while let (element, parent) = unsafe pending.popLast() {
      guard ElementForm.byName[element.name] != nil else { continue }
      for child in element.children {
        guard let node = unsafe node(of: child) else { continue }
        _ = unsafe xmlAddChild(parent, node)
        unsafe pending.append((child, node))
      }
    }
    return unsafe document
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
