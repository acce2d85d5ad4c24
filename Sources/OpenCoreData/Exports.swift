@_exported public import ManagedModel
@_exported public import Foundation
@_exported public import Predicates
