/// Checks what stands where in a model file: elements and attributes that are known, needed, spelled.
///
/// Unknown elements are not looked into: a later Xcode may put anything there.
struct StructureCheck {
  let findings: Findings

  func run(on root: SourceElement) {
    var pending: [(element: SourceElement, parent: SourceElement?)] = [(root, nil)]
    while let (element, parent) = pending.popLast() {
      guard let form = ElementForm.byName[element.name] else { continue }
      checkAttributes(of: element, form, parent: parent)
      checkText(in: element)
      checkRepetition(in: element)
      for child in element.children.reversed() where isKnown(child, in: element, form) {
        pending.append((child, element))
      }
    }
  }

  private func checkAttributes(
    of element: SourceElement, _ form: ElementForm, parent: SourceElement?
  ) {
    for attribute in element.attributes where !form.attributes.contains(attribute.name) {
      findings.report(
        .unknownAttribute(attribute.name, of: element.name, known: form.attributes), at: element)
    }
    for name in form.required where element[name] == nil {
      findings.report(
        .missingAttribute(
          name, of: element.name, called: element["name"], in: parent.map(Self.subject)),
        at: element)
    }
    for attribute in element.attributes where ElementForm.flags.contains(attribute.name) {
      checkFlag(attribute, of: element)
    }
  }

  private func checkFlag(_ attribute: SourceElement.Attribute, of element: SourceElement) {
    let text = attribute.value
    guard text != "YES", text != "NO" else { return }
    let subject = Self.subject(element)
    guard let flag = ModelText.flag(text) else {
      return findings.report(.badFlag(attribute.name, of: subject, text: text), at: element)
    }
    findings.report(
      .oddFlag(attribute.name, of: subject, text: text, meant: ModelText.text(of: flag)),
      at: element)
  }

  private func isKnown(
    _ child: SourceElement, in element: SourceElement, _ form: ElementForm
  ) -> Bool {
    if form.children.contains(child.name) { return true }
    if ElementForm.byName[child.name] != nil {
      findings.report(
        .misplacedElement(
          child.name, in: element.name, belongs: ElementForm.parents(of: child.name)), at: child)
    } else {
      findings.report(
        .unknownElement(child.name, in: element.name, known: form.children), at: child)
    }
    return false
  }

  /// Elements that hold lists stand once, and a fetched property has one request.
  private func checkRepetition(in element: SourceElement) {
    var single = ["userInfo", "uniquenessConstraints", "compoundIndexes", "elements"]
    if element.name == "fetchedProperty" { single.append("fetchRequest") }
    for name in single {
      let found = element.children(named: name)
      for extra in found.dropFirst() {
        findings.report(
          .repeatedElement(name, in: Self.subject(element), first: found[0].location), at: extra)
      }
    }
  }

  private func checkText(in element: SourceElement) {
    guard let offset = element.firstText else { return }
    findings.report(.strayText(in: element.name, at: element.text.location(at: offset)))
    findings.markFaulty(element)
  }

  /// What an element is called in messages: its kind and name.
  static func subject(_ element: SourceElement) -> String {
    element["name"].map { "'\($0)'" } ?? "'\(element.name)'"
  }
}
