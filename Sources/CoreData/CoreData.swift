@_exported public import OpenCoreData
