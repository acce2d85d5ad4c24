import ManagedModel
import Testing

/// A model with a mistake, and what is said about it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let text: String
  let findings: [String]

  var testDescription: String {
    findings.first ?? text
  }

  /// A mistake among the properties of entity `A`, the first of which is on line 4.
  static func property(_ text: String, _ findings: String...) -> Mistake {
    Mistake(text: Sample.entity(text), findings: findings.map { "m:\($0)" })
  }

  /// A mistake in the model, whose first element is on line 3.
  static func model(_ text: String, _ findings: String...) -> Mistake {
    Mistake(text: Sample.model(text), findings: findings.map { "m:\($0)" })
  }
}

/// Every finding has its place, its words and, near a known name, a suggestion.
@Suite("Findings")
struct DiagnosticTests {
  static let structure: [Mistake] = [
    .model(
      "<entitty name=\"A\"/>",
      "3:5: warning: element 'entitty' means nothing in 'model' and is only kept; did you mean 'entity'?"
    ),
    .model(
      "<future/>",
      "3:5: warning: element 'future' means nothing in 'model' to this version; it is kept"),
    .model(
      "<attribute name=\"x\"/>",
      "3:5: error: element 'attribute' cannot stand in 'model'; it belongs in 'composite' or 'entity'"
    ),
    .model(
      "<entity name=\"A\"><model/></entity>",
      "3:22: error: element 'model' cannot stand in 'entity'; it is the outermost one"),
    .property(
      "<attribute name=\"x\" attributeType=\"String\" optionnal=\"YES\" color=\"red\"/>",
      """
      4:9: warning: attribute 'optionnal' of 'attribute' means nothing and is only kept; did you mean \
      'optional'?
      """,
      "4:9: warning: attribute 'color' of 'attribute' means nothing to this version; it is kept"),
    .property(
      "<attribute attributeType=\"String\"/>",
      "4:9: error: 'attribute' in 'A' lacks its attribute 'name'"),
    .property(
      "<relationship name=\"r\"/>",
      "4:9: error: relationship 'r' in 'A' lacks its attribute 'destinationEntity'"),
    .property(
      "<!-- fine --> x",
      """
      4:23: error: text in 'entity': a model says everything in attributes; remove the text, or make \
      it a comment
      """),
    .property(
      "<userInfo/>\n<userInfo/>",
      "5:9: error: 'userInfo' stands twice in 'A', first in line 4; make one of the two"),
    .property(
      "<userInfo>\n<entry key=\"k\" value=\"1\"/>\n<entry key=\"k\" value=\"2\"/>\n</userInfo>",
      """
      6:9: warning: 'k' stands twice in 'userInfo' of entity 'A', first in line 5; the first one counts
      """),
    .property(
      "<attribute name=\"x\" optional=\"True\" attributeType=\"String\"/>",
      "4:9: warning: 'optional' of 'x' is 'True'; Xcode writes 'YES'"),
    .property(
      "<attribute name=\"x\" optional=\"maybe\" attributeType=\"String\"/>",
      "4:9: error: 'optional' of 'x' is 'maybe', neither 'YES' nor 'NO'"),
    .property(
      "<relationship name=\"r\" toMany=\"YES\" maxCount=\"-1\" destinationEntity=\"A\" "
        + "inverseName=\"r\" inverseEntity=\"A\"/>",
      "4:9: error: 'maxCount' of relationship 'r' of 'A' is '-1'; a whole number from 0 is expected"
    ),
  ]

  static let entities: [Mistake] = [
    .model(
      "<entity name=\"A-B\"/>\n<entity name=\"\"/>\n<entity name=\"9\"/>",
      """
      3:5: error: 'A-B' cannot be the name of an entity: a name has letters, digits and '_', and begins \
      with no digit
      """, "4:5: error: '' cannot be the name of an entity: it is empty",
      """
      5:5: error: '9' cannot be the name of an entity: a name has letters, digits and '_', and begins \
      with no digit
      """),
    .model(
      "<entity name=\"store-metadata\"/>",
      """
      3:5: error: 'store-metadata' cannot be the name of an entity: XML stores use 'store', 'ref' and \
      'store-metadata' themselves; choose another name
      """),
    .model(
      "<entity name=\"A\"/>\n<entity name=\"A\"/>",
      "4:5: error: entity 'A' is declared twice, first in line 3; give one of them another name"),
    .model(
      "<entity name=\"Ab\"/>\n<entity name=\"aB\"/>",
      """
      4:5: warning: entity 'aB' and 'Ab' differ by case only; stores in Apple's XML format cannot tell \
      them apart
      """),
    .model(
      "<entity name=\"Book\"/>\n<entity name=\"Novel\" parentEntity=\"Bok\"/>",
      """
      4:5: error: entity 'Novel' names parent 'Bok', which is not an entity; did you mean 'Book'?
      """),
    .model(
      "<entity name=\"A\" parentEntity=\"A\"/>",
      "3:5: error: entity 'A' is its own parent; remove 'parentEntity', or name another entity"),
    .model(
      """
      <entity name="A" parentEntity="B"/>
      <entity name="B" parentEntity="C"/>
      <entity name="C" parentEntity="B"/>
      """,
      """
      4:5: error: entity inherits from itself: 'B' under 'C' under 'B'; one of them must have another \
      parent
      """),
    .model(
      (0...101).map { "<entity name=\"E\($0)\"\($0 == 0 ? "" : " parentEntity=\"E\($0 - 1)\"")/>" }
        .joined(separator: "\n"),
      "103:5: error: entity 'E100' inherits through more than 100 others; give it a parent nearer "
        + "the root"),
    .model(
      "<entity name=\"A\" codeGenerationType=\"classs\"/>",
      """
      3:5: warning: 'codeGenerationType' of entity 'A' is 'classs'; 'class' and 'category' are known; \
      did you mean 'class'?
      """),
    .property(
      "<attribute name=\"a b\" attributeType=\"String\"/>",
      """
      4:9: error: 'a b' cannot be the name of an attribute of 'A': a name has letters, digits and '_', \
      and begins with no digit
      """),
    .property(
      "<attribute name=\"hash\" attributeType=\"String\"/>",
      """
      4:9: error: 'hash' of 'A' is a name that every NSManagedObject already has; choose another name
      """),
    .property(
      "<attribute name=\"deleted\" attributeType=\"String\"/>",
      """
      4:9: warning: 'deleted' of 'A' is a method of every NSManagedObject on Apple's platforms; a \
      model that is used there needs another name
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"String\"/>\n<attribute name=\"x\" attributeType=\"Date\"/>",
      "5:9: error: 'x' of 'A' is declared twice, first in line 4; remove or rename one"),
    .property(
      "<attribute name=\"x\" attributeType=\"String\"/>\n<attribute name=\"X\" attributeType=\"Date\"/>",
      """
      5:9: warning: property 'X' and 'x' differ by case only; stores in Apple's XML format cannot tell \
      them apart
      """),
    .model(
      """
      <entity name="A">
      <attribute name="x" attributeType="String"/>
      </entity>
      <entity name="B" parentEntity="A">
      <attribute name="x" attributeType="String"/>
      </entity>
      """,
      "7:5: error: 'x' of 'B' is declared by 'A' already, from which 'B' inherits it; remove it here"
    ),
  ]

  @Test("what stands where", arguments: structure) func structures(_ mistake: Mistake) {
    #expect(Sample.findings(mistake.text) == mistake.findings)
  }

  @Test("entities and names", arguments: entities) func entity(_ mistake: Mistake) {
    #expect(Sample.findings(mistake.text) == mistake.findings)
  }

  @Test("attributes", arguments: attributes) func attribute(_ mistake: Mistake) {
    #expect(Sample.findings(mistake.text) == mistake.findings)
  }

  @Test("composites", arguments: composites) func composite(_ mistake: Mistake) {
    #expect(Sample.findings(mistake.text) == mistake.findings)
  }

  @Test("relationships", arguments: relationships) func relationship(_ mistake: Mistake) {
    #expect(Sample.findings(mistake.text) == mistake.findings)
  }

  @Test("requests, indexes, configurations", arguments: requests) func request(_ mistake: Mistake) {
    #expect(Sample.findings(mistake.text) == mistake.findings)
  }

  @Test("predicates, derived attributes, expressions", arguments: predicates)
  func predicate(_ mistake: Mistake) {
    #expect(Sample.findings(mistake.text) == mistake.findings)
  }

  @Test("all mistakes of a file are found in one run, in its order")
  func several() {
    let all = Sample.findings(
      Sample.entity(
        "<attribute name=\"x\" attributeType=\"Sting\"/>\n<fetchedProperty name=\"f\"/>"))
    #expect(all.map { $0.prefix(6) } == ["m:4:9:", "m:5:9:"])
  }

  @Test("a file of nothing but mistakes gives a thousand findings and their number")
  func many() {
    let text = Sample.entity(
      (0..<3000).map { "<attribute name=\"x\($0)\"/>" }.joined(separator: "\n"))
    let findings = Sample.read(text).diagnostics
    #expect(findings.count == 1001)
    #expect(
      findings.last?.description
        == "note: 2000 more findings are not shown; mend the first ones and check again")
  }

  @Test("a suggestion is also given as a fix")
  func fix() {
    let text = Sample.entity("<relationship name=\"r\" maxCount=\"1\" destinationEntity=\"AA\"/>")
    #expect(Sample.read(text).diagnostics.map(\.fix) == ["A"])
  }
}
