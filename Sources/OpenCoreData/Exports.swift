@_exported public import ManagedModel
@_exported public import Foundation
