@_exported public import ManagedModel
