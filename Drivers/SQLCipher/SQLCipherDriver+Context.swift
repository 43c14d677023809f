public import QuarrySQLiteEngine

extension SQLCipherDriver: LocalEngineDriver {}
