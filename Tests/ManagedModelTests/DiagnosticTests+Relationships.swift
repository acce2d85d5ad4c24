/// Mistakes in relationships, and in requests, indexes, constraints and configurations.
extension DiagnosticTests {
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
