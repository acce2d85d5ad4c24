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
      "103:5: error: entity 'E100' inherits through more than 100 others"),
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

  static let attributes: [Mistake] = [
    .property(
      "<attribute name=\"x\" attributeType=\"Integer 8\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the type 'Integer 8', which does not exist; did you mean \
      'Integer 16'?
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Qubit\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the type 'Qubit', which does not exist; the types are \
      'Integer 16', 'Integer 32', 'Integer 64', 'Decimal', 'Double', 'Float', 'String', 'Boolean', \
      'Date', 'Binary', 'UUID', 'URI', 'Transformable' and 'Composite'
      """),
    .property(
      "<attribute name=\"x\"/>\n<attribute name=\"y\" transient=\"YES\"/>",
      """
      4:9: error: attribute 'x' of 'A' has no type; only a transient attribute may be without one: add \
      'attributeType', such as 'String'
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"String\" derived=\"YES\"/>",
      """
      4:9: error: derived attribute 'x' of 'A' does not say what it is derived from; add \
      'derivationExpression'
      """),
    bad(default: "x", type: "Integer 16", "a whole number"),
    bad(default: "1.5", type: "Integer 64", "a whole number"),
    bad(
      default: "40000", type: "Integer 16", "for Integer 16 a number from -32768 to 32767"),
    bad(default: "1,5", type: "Decimal", "a decimal number"),
    bad(default: "nan", type: "Double", "a number such as 1.5"),
    bad(default: "1e99", type: "Float", "a number such as 1.5 that a Float can hold"),
    bad(default: "maybe", type: "Boolean", "'YES' or 'NO'"),
    .property(
      "<attribute name=\"x\" attributeType=\"Date\" defaultDateTimeInterval=\"now\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the default 'now'; a number of seconds since \
      2001-01-01T00:00:00Z is expected
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Integer 32\" defaultValueString=\"NO\"/>",
      """
      4:9: warning: attribute 'x' of 'A' has the default 'NO', probably left from another type; it is \
      read as 0
      """),
    ignored(default: "", type: "Binary", "attributes of type Binary have none"),
    ignored(default: "#5", type: "Transformable", "attributes of type Transformable have none"),
    ignored(
      default: "empy", type: "UUID",
      "it is not a UUID such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301"),
    ignored(
      default: "2001-01-01", type: "Date",
      "a date states its default in 'defaultDateTimeInterval'"),
    limit(
      "minValueString=\"1\" defaultValueString=\"0\"", type: "Integer 16", "0", "at least 1"),
    limit(
      "maxValueString=\"0.1\" defaultValueString=\"0.2\"", type: "Double", "0.2", "at most 0.1"),
    limit(
      "maxValueString=\"2\" defaultValueString=\"abc\"", type: "String", "abc",
      "at most 2 characters"),
    limit(
      "regularExpressionString=\"a|ab\" defaultValueString=\"abc\"", type: "String", "abc",
      "the pattern 'a|ab'"),
    limit(
      "maxDateTimeInterval=\"0\" defaultDateTimeInterval=\"60\"", type: "Date",
      "2001-01-01T00:01:00Z", "at most 2001-01-01T00:00:00Z"),
    .property(
      "<attribute name=\"x\" attributeType=\"Float\" minValueString=\"few\"/>",
      "4:9: error: 'minValueString' of attribute 'x' of 'A' is 'few'; a number is expected"),
    .property(
      "<attribute name=\"x\" attributeType=\"String\" maxValueString=\"-1\"/>",
      """
      4:9: error: 'maxValueString' of attribute 'x' of 'A' is '-1'; a length, a whole number from 0, is \
      expected
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Date\" minDateTimeInterval=\"2001\" "
        + "maxDateTimeInterval=\"soon\"/>",
      """
      4:9: error: 'maxDateTimeInterval' of attribute 'x' of 'A' is 'soon'; a number of seconds since \
      2001-01-01T00:00:00Z is expected
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Integer 16\" minValueString=\"9\" maxValueString=\"1\"/>",
      """
      4:9: error: attribute 'x' of 'A' has the minimum 9 above its maximum 1: no value satisfies both
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"String\" regularExpressionString=\"[a\"/>",
      """
      4:9: error: 'regularExpressionString' of attribute 'x' of 'A' is '[a', which is not a regular \
      expression
      """),
  ]

  static let composites: [Mistake] = [
    .model(
      """
      <entity name="A">
      <attribute name="x" attributeType="Composite"/>
      <attribute name="y" attributeType="Composite" composite="Pont"/>
      </entity>
      <composite name="Point"/>
      """,
      """
      4:5: error: composite attribute 'x' of 'A' does not say which composite it is; add 'composite' \
      (the model has 'Point')
      """,
      """
      5:5: error: composite attribute 'y' of 'A' names composite 'Pont', which the model does not have; \
      did you mean 'Point'?
      """),
    .property(
      "<attribute name=\"x\" attributeType=\"Composite\"/>",
      """
      4:9: error: composite attribute 'x' of 'A' does not say which composite it is; add 'composite' \
      (the model has none)
      """),
    .model(
      """
      <composite name="A">
      <attribute name="b" attributeType="Composite" composite="B"/>
      </composite>
      <composite name="B">
      <attribute name="a" attributeType="Composite" composite="A"/>
      </composite>
      """,
      "4:5: error: composite contains itself: 'A' in 'B' in 'A'; one of them must leave it out"),
    .model(
      "<composite name=\"A\"/>\n<composite name=\"A\"/>\n<composite name=\"a b\"/>",
      "4:5: error: composite 'A' is declared twice, first in line 3; give one of them another name",
      """
      5:5: error: 'a b' cannot be the name of a composite: a name has letters, digits and '_', and \
      begins with no digit
      """),
    .model(
      "<composite name=\"A\">\n<attribute name=\"x\" attributeType=\"String\"/>\n"
        + "<attribute name=\"x\" attributeType=\"String\"/>\n</composite>",
      "5:5: error: 'x' of 'A' is declared twice, first in line 4; remove or rename one"),
    .model(
      (0...101).map { number in
        let inner =
          "<attribute name=\"x\" attributeType=\"Composite\" composite=\"C\(number + 1)\"/>"
        return "<composite name=\"C\(number)\">\(number == 101 ? "" : inner)</composite>"
      }.joined(separator: "\n"), "103:5: error: composites nest more than 100 deep"),
    .model(
      (0...5).map { number in
        let inner = (0..<8).map {
          "<attribute name=\"x\($0)\" attributeType=\"Composite\" composite=\"C\(number + 1)\"/>"
        }
        let part = "<attribute name=\"x\" attributeType=\"String\"/>"
        return "<composite name=\"C\(number)\">\(number == 5 ? part : inner.joined())</composite>"
      }.joined(separator: "\n"),
      "3:5: error: composite 'C0' has more than 10000 values with all that is nested in it"),
  ]

  static let relationships: [Mistake] = [
    relationship(
      "deletionRule=\"Cascadde\"",
      """
      relationship 'r' of 'A' has the deletion rule 'Cascadde', which does not exist; the rules are \
      'No Action', 'Nullify', 'Cascade' and 'Deny'; did you mean 'Cascade'?
      """),
    .property(
      "<relationship name=\"r\" maxCount=\"1\" destinationEntity=\"AA\"/>",
      """
      4:9: error: relationship 'r' of 'A' names destination 'AA', which is not an entity; did you mean \
      'A'?
      """),
    .property(
      "<relationship name=\"r\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"A\"/>",
      """
      4:9: warning: relationship 'r' of 'A' has no inverse: nothing keeps it right when its 'A' is \
      deleted; add a relationship that leads back, and name it as the inverse
      """),
    .property(
      "<relationship name=\"r\" maxCount=\"1\" destinationEntity=\"A\" inverseEntity=\"A\"/>",
      "4:9: error: relationship 'r' of 'A' names 'inverseEntity' without 'inverseName'; add it"),
    inverse(
      "inverseName=\"r\" inverseEntity=\"AA\"",
      "names the inverse's entity 'AA', which is not an entity; did you mean 'A'?"),
    .model(
      """
      <entity name="A">
      <relationship name="r" maxCount="1" destinationEntity="A" inverseName="x" inverseEntity="B"/>
      </entity>
      <entity name="B"/>
      """,
      """
      4:5: error: relationship 'r' of 'A' leads to 'A', but its inverse 'x' is said to be of 'B', which \
      neither is 'A' nor inherits from or to it
      """),
    inverse(
      "inverseName=\"rr\" inverseEntity=\"A\"",
      "names the inverse 'rr', which 'A' does not have; did you mean 'r'?"),
    inverse(
      "inverseName=\"back\" inverseEntity=\"A\"",
      "names the inverse 'back', which 'A' does not have; it has 'r'"),
    .property(
      """
      <attribute name="x" attributeType="String"/>
      <relationship name="r" maxCount="1" destinationEntity="A" inverseName="x" inverseEntity="A"/>
      """,
      "5:9: error: relationship 'r' of 'A' names the inverse 'x' of 'A', which is an attribute"),
    .property(
      """
      <relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="b" \
      inverseEntity="A"/>
      <relationship name="b" optional="YES" maxCount="1" destinationEntity="A" inverseName="b" \
      inverseEntity="A"/>
      """,
      """
      4:9: error: relationship 'a' of 'A' names the inverse 'b' of 'A', which has the inverse 'b' of \
      'A'; two inverses must name each other
      """),
    relationship(
      "ordered=\"YES\"",
      "relationship 'r' of 'A' is to-one and 'ordered', which means nothing; remove 'ordered'",
      severity: "warning"),
    .property(
      "<relationship name=\"r\" optional=\"YES\" toMany=\"YES\" minCount=\"3\" maxCount=\"2\" "
        + "destinationEntity=\"A\" inverseName=\"r\" inverseEntity=\"A\"/>",
      "4:9: error: relationship 'r' of 'A' wants at least 3 objects and allows at most 2"),
    .property(
      "<relationship name=\"r\" optional=\"YES\" maxCount=\"5\" destinationEntity=\"A\" "
        + "inverseName=\"r\" inverseEntity=\"A\"/>",
      "4:9: warning: relationship 'r' of 'A' has 'maxCount' 5 without 'toMany'; it is read as to-one"
    ),
    .property(
      "<relationship name=\"r\" optional=\"YES\" toMany=\"YES\" maxCount=\"1\" destinationEntity=\"A\" "
        + "inverseName=\"r\" inverseEntity=\"A\"/>",
      "4:9: warning: relationship 'r' of 'A' has 'maxCount' 1 and 'toMany'; it is read as to-one"),
    .property(
      """
      <relationship name="a" optional="YES" toMany="YES" destinationEntity="A" inverseName="b" \
      inverseEntity="A"/>
      <relationship name="b" maxCount="1" destinationEntity="A" inverseName="a" inverseEntity="A"/>
      """,
      """
      4:9: warning: relationship 'a' of 'A' has the deletion rule 'Nullify', but 'b' of 'A' is required: \
      what is deleted while it has a 'A' cannot be saved; choose 'Cascade' or 'Deny', or make 'b' \
      optional
      """),
  ]

  static let requests: [Mistake] = [
    .model(
      "<entity name=\"Book\"/>\n<fetchRequest name=\"all\" entity=\"Boook\"/>",
      """
      4:5: error: fetch request 'all' asks for 'Boook', which is not an entity; did you mean 'Book'?
      """),
    .model(
      "<entity name=\"A\"/>\n<fetchRequest name=\"all\" entity=\"A\" resultType=\"3\" fetchLimit=\"x\"/>",
      """
      4:5: error: 'fetchLimit' of fetch request 'all' is 'x'; a whole number from 0 is expected
      """,
      """
      4:5: error: 'resultType' of fetch request 'all' is '3'; 0 (objects), 1 (their ids), 2 \
      (dictionaries) or 4 (a count) is expected
      """),
    .model(
      "<entity name=\"A\"/>\n<fetchRequest name=\"q\" entity=\"A\"/>\n<fetchRequest name=\"q\" entity=\"A\"/>",
      """
      5:5: error: fetch request 'q' is declared twice, first in line 4; give one of them another name
      """),
    .property(
      "<fetchedProperty name=\"f\"/>",
      "4:9: error: fetched property 'f' of 'A' has no fetch request; add an element 'fetchRequest' to it"
    ),
    .property(
      "<fetchedProperty name=\"f\">\n<fetchRequest name=\"f\" entity=\"Nope\"/>\n"
        + "<fetchRequest name=\"f\" entity=\"A\"/>\n</fetchedProperty>",
      "5:9: error: fetched property 'f' of 'A' asks for 'Nope', which is not an entity",
      "6:9: error: 'fetchRequest' stands twice in 'f', first in line 5; make one of the two"),
    .model(
      """
      <entity name="Book"/>
      <configuration name="C">
      <memberEntity name="Bok"/>
      <memberEntity name="Book"/>
      <memberEntity name="Book"/>
      </configuration>
      <configuration name="C"/>
      """,
      """
      5:5: error: configuration 'C' names 'Bok', which is not an entity; did you mean 'Book'?
      """,
      """
      7:5: warning: 'Book' stands twice in configuration 'C', first in line 6; the first one counts
      """,
      "9:5: error: configuration 'C' is declared twice, first in line 4; make one of the two"),
    .property(
      """
      <attribute name="title" attributeType="String"/>
      <fetchIndex name="i">
      <fetchIndexElement property="titel" type="Binary" order="ascending"/>
      <fetchIndexElement property="title" type="UUID" order="up"/>
      </fetchIndex>
      <fetchIndex name="i"/>
      """,
      "6:9: error: index 'i' of 'A' names 'titel', which 'A' does not have; did you mean 'title'?",
      """
      7:9: warning: index element 'title' has the type 'UUID'; 'Binary' and 'RTree' are known; it is \
      read as 'Binary'
      """,
      """
      7:9: error: index element 'title' has the order 'up'; 'ascending' or 'descending' is expected
      """,
      "9:9: error: index 'i' of 'A' is declared twice, first in line 5; give one of them another name"
    ),
    .property(
      "<compoundIndexes><compoundIndex>\n<index value=\"x\"/>\n</compoundIndex></compoundIndexes>",
      "5:9: error: a compound index of 'A' names 'x', which 'A' does not have"),
    .property(
      """
      <attribute name="isbn" attributeType="String"/>
      <relationship name="r" optional="YES" toMany="YES" destinationEntity="A" inverseName="r" \
      inverseEntity="A"/>
      <uniquenessConstraints>
      <uniquenessConstraint>
      <constraint value="ibsn"/>
      <constraint value="r"/>
      </uniquenessConstraint>
      </uniquenessConstraints>
      """,
      """
      8:9: error: a uniqueness constraint of 'A' names 'ibsn', which it does not have; did you mean \
      'isbn'?
      """,
      """
      9:9: error: a uniqueness constraint of 'A' names 'r', a to-many relationship; only attributes and \
      to-one relationships can be unique
      """),
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

  private static func bad(default text: String, type: String, _ expected: String) -> Mistake {
    .property(
      "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>",
      "4:9: error: attribute 'x' of 'A' has the default '\(text)'; \(expected) is expected")
  }

  private static func ignored(default text: String, type: String, _ reason: String) -> Mistake {
    .property(
      "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>",
      "4:9: warning: attribute 'x' of 'A' has the default '\(text)', which is ignored: \(reason)")
  }

  private static func limit(
    _ attributes: String, type: String, _ text: String, _ limit: String
  ) -> Mistake {
    .property(
      "<attribute name=\"x\" attributeType=\"\(type)\" \(attributes)/>",
      """
      4:9: error: attribute 'x' of 'A' has the default '\(text)', which its own limit forbids: \(limit)
      """)
  }

  private static func relationship(
    _ attribute: String, _ message: String, severity: String = "error"
  ) -> Mistake {
    .property(
      "<relationship name=\"r\" optional=\"YES\" maxCount=\"1\" \(attribute) destinationEntity=\"A\" "
        + "inverseName=\"r\" inverseEntity=\"A\"/>", "4:9: \(severity): \(message)")
  }

  private static func inverse(_ attributes: String, _ message: String) -> Mistake {
    .property(
      "<relationship name=\"r\" maxCount=\"1\" destinationEntity=\"A\" \(attributes)/>",
      "4:9: error: relationship 'r' of 'A' \(message)")
  }
}
