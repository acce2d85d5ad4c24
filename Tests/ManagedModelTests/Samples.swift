import Foundation
import ManagedModel

/// Model texts in Xcode's form. The first line of the body is line 3.
enum Sample {
  static let head = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    lastSavedToolsVersion="22522" systemVersion="23C71" minimumToolsVersion="Automatic" \
    sourceLanguage="Swift" userDefinedModelVersionIdentifier="">

    """

  /// A model with some elements inside, given without indentation of their own.
  static func model(_ body: String) -> String {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    return head + lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n") + "\n</model>"
  }

  /// A model with one entity `A` and some properties inside it. The first property is on line 4.
  static func entity(_ properties: String) -> String {
    let lines = properties.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.map { "    \($0)" }.joined(separator: "\n")
    return model("<entity name=\"A\" syncable=\"YES\">\n\(body)\n</entity>")
  }

  static func read(_ text: String) -> ModelReading {
    ModelReader.read(Data(text.utf8), file: "m")
  }

  /// The findings about a text, as they are printed.
  static func findings(_ text: String) -> [String] {
    read(text).diagnostics.map(\.description)
  }

  /// A bit of everything.
  static let everything = model(
    """
    <entity name="Holding" representedClassName=".Holding" isAbstract="YES" elementID="Item" \
    versionHashModifier="2" syncable="YES" codeGenerationType="class">
        <attribute name="count" optional="YES" attributeType="Integer 16" minValueString="-1" \
    maxValueString="9" defaultValueString="0" usesScalarValueType="YES" indexed="YES"/>
        <attribute name="day" optional="YES" attributeType="Date" minDateTimeInterval="0" \
    defaultDateTimeInterval="3600" usesScalarValueType="NO"/>
        <attribute name="name" attributeType="String" minValueString="1" maxValueString="80" \
    regularExpressionString="[a-z &lt;&gt;&amp;&quot;]+" defaultValueString="a &quot;b&quot;">
            <userInfo>
                <entry key="hint" value="&lt;name&gt;"/>
            </userInfo>
        </attribute>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <attribute name="upper" optional="YES" attributeType="String" derived="YES" \
    derivationExpression="uppercase:(name)"/>
        <attribute name="work" optional="YES" transient="YES"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Person" inverseName="holdings" inverseEntity="Person"/>
        <fetchedProperty name="similar" optional="YES">
            <fetchRequest name="fetchedPropertyFetchRequest" entity="Holding" \
    predicateString="name == $FETCH_SOURCE.name"/>
        </fetchedProperty>
        <fetchIndex name="byName">
            <fetchIndexElement property="name" type="Binary" order="descending"/>
        </fetchIndex>
        <uniquenessConstraints>
            <uniquenessConstraint>
                <constraint value="name"/>
            </uniquenessConstraint>
        </uniquenessConstraints>
    </entity>
    <entity name="Painting" representedClassName="Painting" parentEntity="Holding" syncable="YES">
        <attribute name="price" attributeType="Decimal" defaultValueString="0.0"/>
        <!-- a note -->
    </entity>
    <entity name="Person" representedClassName="Person" syncable="YES">
        <relationship name="holdings" optional="YES" toMany="YES" deletionRule="Deny" \
    ordered="YES" destinationEntity="Holding" inverseName="owner" inverseEntity="Holding"/>
        <compoundIndexes>
            <compoundIndex>
                <index value="holdings"/>
            </compoundIndex>
        </compoundIndexes>
        <userInfo/>
    </entity>
    <fetchRequest name="All" entity="Holding" fetchLimit="5" includeSubentities="YES" resultType="2"/>
    <composite name="Place">
        <attribute name="city" optional="YES" attributeType="String"/>
    </composite>
    <configuration name="People">
        <memberEntity name="Person"/>
    </configuration>
    <elements>
        <element name="Person" positionX="-9.5" positionY="0" width="128" height="44"/>
    </elements>
    """)
}

/// A source of numbers that gives the same ones for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
