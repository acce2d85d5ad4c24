public import Foundation
import Synchronization

/// The name of a transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a name of a text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a name of a text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// The transformer that transformable attributes have where the model names none.
  public static let secureUnarchiveFromDataTransformerName =
    NSValueTransformerName("NSSecureUnarchiveFromData")
}

/// Turns values of one kind into values of another, as transformable attributes need it.
///
/// A transformer that a model names makes `Data` of a value in ``transformedValue(_:)`` and the value again
/// in ``reverseTransformedValue(_:)``. It must be registered before a store is opened.
///
/// A registered one is used from several threads; a subclass with state of its own must protect it. The class is not
/// `Sendable`, as with Apple, so that a subclass need not say that it is.
open class ValueTransformer: NSObject {
  /// A transformer that is shared by all threads.
  ///
  /// Safe because whoever registers a transformer promises what the class asks of it.
  private struct Registered: @unchecked Sendable {
    let transformer: ValueTransformer
  }

  private static let registry = Mutex<[NSValueTransformerName: Registered]>([:])

  /// Makes a transformer.
  public override init() {
    super.init()
  }

  /// Makes a transformer known under a name, or forgets the name.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let registered = transformer.map(Registered.init)
    registry.withLock { $0[name] = registered }
  }

  /// The names that transformers have been registered under.
  public class func valueTransformerNames() -> [NSValueTransformerName] {
    registry.withLock { Array($0.keys) }
  }

  /// The class of what ``transformedValue(_:)`` returns.
  open class func transformedValueClass() -> AnyClass {
    NSObject.self
  }

  /// Whether the transformation can be undone.
  open class func allowsReverseTransformation() -> Bool {
    true
  }

  /// The transformed value.
  open func transformedValue(_ value: Any?) -> Any? {
    value
  }

  /// The value that was transformed.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    value
  }

  fileprivate static func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
    registry.withLock { $0[name] }?.transformer
  }
}

/// What gives transformers their initializer by name; see ``ValueTransformer``.
public protocol NamedValueTransformer {}

extension ValueTransformer: NamedValueTransformer {}

extension NamedValueTransformer where Self: ValueTransformer {
  /// The transformer that was registered under a name.
  public init?(forName name: NSValueTransformerName) {
    guard let found = ValueTransformer.registered(name) as? Self else { return nil }
    self = found
  }
}
