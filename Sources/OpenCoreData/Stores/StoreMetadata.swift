import DocumentStore
import Foundation
import ManagedModel

/// What stores say of themselves.
enum StoreMetadata {
  /// The metadata of a new store.
  static func fresh(
    for type: String, _ description: [String: PropertyList], isApple: Bool
  ) -> [String: PropertyList] {
    let metadata: [String: PropertyList] = [
      NSStoreTypeKey: .string(type), NSStoreUUIDKey: .string(UUID().uuidString),
    ]
    return translated(metadata.merging(description) { $1 }, description, from: false, to: isApple)
  }

  /// Metadata of a store as they belong into one of another kind; `from` and `to` say whether these are Apple's.
  ///
  /// Version hashes describe the model to who computed them: Apple's mean nothing here, and ours nothing there.
  static func translated(
    _ metadata: [String: PropertyList], _ description: [String: PropertyList],
    from isFromApple: Bool,
    to isToApple: Bool
  ) -> [String: PropertyList] {
    guard isFromApple != isToApple else { return metadata }
    var translated = metadata.filter { !AppleStoreKeys.hashes.contains($0.key) }
    if isToApple {
      translated[AppleStoreKeys.ownHashes] =
        metadata[NSStoreModelVersionHashesKey] ?? description[NSStoreModelVersionHashesKey]
    } else {
      translated.merge(description) { $1 }
    }
    return translated
  }

  /// What a store says of the model that it is made with.
  static func description(
    of model: NSManagedObjectModel, _ configuration: String?
  ) -> [String: PropertyList] {
    var metadata: [String: PropertyList] = [:]
    let names = Set((model.entities(forConfigurationName: configuration) ?? []).compactMap(\.name))
    let hashes = model.entityVersionHashesByName.filter { names.contains($0.key) }
    metadata[NSStoreModelVersionHashesKey] = .dictionary(hashes.mapValues { .data($0) })
    metadata[NSStoreModelVersionHashesVersionKey] = .integer(3)
    metadata["NSStoreModelVersionHashesDigest"] = .string(
      NSManagedObjectModel.versionHashesDigest(of: hashes))
    metadata["NSStoreModelVersionChecksumKey"] = .string(model.versionChecksum)
    metadata[NSStoreModelVersionIdentifiersKey] = .array(
      model.versionIdentifiers.compactMap { $0.base as? String }.sorted().map { .string($0) })
    return metadata
  }

  /// The metadata of a store that was read; what a hand-written document leaves out is derived.
  static func completed(
    _ stored: [String: PropertyList], for type: String, _ url: URL?
  ) -> [String: PropertyList] {
    var metadata = stored
    metadata[NSStoreTypeKey] = .string(type)
    if metadata[NSStoreUUIDKey] == nil {
      metadata[NSStoreUUIDKey] = .string(identifier(for: url).uuidString)
    }
    return metadata
  }

  /// An identifier that is the same each time the file at a path is opened.
  private static func identifier(for url: URL?) -> UUID {
    var (high, low) = (UInt64(0xCBF2_9CE4_8422_2325), UInt64(0x8422_2325_CBF2_9CE4))
    for byte in (url?.standardizedFileURL.path ?? "").utf8 {
      high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      low = (low &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
      low ^= low >> 29
    }
    // Version 8 of RFC 9562: made by a rule of the program's own.
    high = high & ~0xF000 | 0x8000
    low = low & ~(3 << 62) | 2 << 62
    let bytes = [high, low].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - $0 * 8)) }
    }
    return unsafe bytes.withUnsafeBytes {
      unsafe UUID(uuid: $0.loadUnaligned(fromByteOffset: 0, as: uuid_t.self))
    }
  }
}
