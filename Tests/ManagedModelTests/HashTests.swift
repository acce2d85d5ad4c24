import Foundation
import Testing

@testable import ManagedModel

/// Digests, version hashes and what they say about stores.
@Suite("Version hashes")
struct HashTests {
  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("SHA-256 gives the published digests")
  func sha256() {
    let vectors = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ]
    for (message, digest) in vectors {
      #expect(Self.hex(SHA256.digest(Array(message.utf8))) == digest)
    }
  }

  @Test("SHA-512 gives the published digests")
  func sha512() {
    #expect(
      Self.hex(SHA512.digest(Array("abc".utf8)))
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    let long =
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
      + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
    #expect(
      Self.hex(SHA512.digest(Array(long.utf8)))
        == "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909")
  }

  @Test("the hashes of a fixed model are these, for ever")
  func golden() throws {
    let model = try #require(Sample.read(Sample.everything).model)
    let hashes = model.entityVersionHashesByName.mapValues(Self.hex)
    #expect(hashes["Holding"] == "cf65989f11fa4f398d74e431364441754221e376a5938bcc88ed2ccb810f0cbe")
    #expect(
      hashes["Painting"] == "ba83ef9691ed8ea3b42365f1aac8e7848741d09c5d1918b1db43a66a29a7c88c")
    #expect(hashes["Person"] == "72147a2210dd625c5816f46166a7912038d547c07324f65137810b9d7c5ea973")
    #expect(model.versionChecksum == "NP2FZF40OAezYkbBJo26yTKTXcJuH67f45IBm1w8X3I=")
  }

  @Test("the digest of a store's hashes is that of Apple's stores")
  func digest() {
    let hashes = ["B": Data(repeating: 2, count: 32), "A": Data(repeating: 1, count: 32)]
    let message =
      Data("A".utf8) + Data(repeating: 1, count: 32) + Data("B".utf8)
      + Data(repeating: 2, count: 32)
    #expect(
      NSManagedObjectModel.versionHashesDigest(of: hashes)
        == Data(SHA512.digest(Array(message))).base64EncodedString())
  }

  @Test("hashes do not depend on the order of a file, nor on what stored data does not need")
  func invariant() throws {
    let text = Sample.entity(
      """
      <attribute name="a" optional="YES" attributeType="String"/>
      <attribute name="b" optional="YES" attributeType="Integer 16" defaultValueString="0"/>
      """)
    let same = Sample.entity(
      """
      <attribute name="b" optional="YES" attributeType="Integer 16" minValueString="0" \
      elementID="c"/>
      <attribute name="a" optional="YES" attributeType="String" indexed="YES"><userInfo/></attribute>
      """
    ).replacingOccurrences(
      of: "<entity name=\"A\"", with: "<entity name=\"A\" representedClassName=\"X\"")
    #expect(Sample.read(text).model?.versionChecksum == Sample.read(same).model?.versionChecksum)
  }

  @Test(
    "hashes change with what stored data needs",
    arguments: [
      ("name=\"Holding\" rep", "name=\"Thing\" rep"), ("isAbstract=\"YES\" ", ""),
      ("versionHashModifier=\"2\"", "versionHashModifier=\"3\""),
      ("\"count\" optional=\"YES\"", "\"count\""), ("\"Integer 16\"", "\"Integer 32\""),
      ("transient=\"YES\"", "attributeType=\"Binary\""), ("uppercase:", "lowercase:"),
      ("\"Deny\"", "\"Cascade\""), ("ordered=\"YES\" ", ""),
      ("toMany=\"YES\"", "toMany=\"YES\" maxCount=\"9\""),
      ("<constraint value=\"name\"/>", "<constraint value=\"day\"/>"),
      ("\"city\" optional=\"YES\"", "\"city\""),
    ])
  func sensitive(_ old: String, _ new: String) throws {
    let changed = Sample.everything.replacingOccurrences(of: old, with: new)
      .replacingOccurrences(
        of: "entity=\"Holding\"",
        with: new.contains("Thing") ? "entity=\"Thing\"" : "entity=\"Holding\""
      )
      .replacingOccurrences(
        of: "Entity=\"Holding\"",
        with: new.contains("Thing") ? "Entity=\"Thing\"" : "Entity=\"Holding\"")
    let reading = Sample.read(changed)
    let model = try #require(reading.model, "\(reading.diagnostics)")
    #expect(model.versionChecksum != Sample.read(Sample.everything).model?.versionChecksum)
  }

  @Test("a store fits a model whose entities have its hashes")
  func compatibility() throws {
    let model = try #require(Sample.read(Sample.everything).model)
    var hashes = model.entityVersionHashesByName
    func fits(_ configuration: String? = nil) -> Bool {
      model.isConfiguration(
        withName: configuration,
        compatibleWithStoreMetadata: ["NSStoreModelVersionHashes": hashes])
    }
    #expect(fits() && !fits("People") && !fits("Nobody"))
    #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
    hashes["Painting"] = Data(count: 32)
    hashes["Holding"] = nil
    hashes["Room"] = Data()
    #expect(!fits())
    let difference = model.versionDifference(
      fromStoreMetadata: ["NSStoreModelVersionHashes": hashes])
    #expect(difference.changed == ["Painting"] && difference.added == ["Holding"])
    #expect(difference.missing == ["Room"])
    hashes = ["Person": try #require(model.entityVersionHashesByName["Person"])]
    #expect(fits("People"))
  }
}
