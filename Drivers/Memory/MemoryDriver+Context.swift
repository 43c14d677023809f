public import QuarrySQLiteEngine

extension MemoryDriver: LocalEngineDriver {}
