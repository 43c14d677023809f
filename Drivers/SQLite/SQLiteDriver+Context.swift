public import QuarrySQLiteEngine

extension SQLiteDriver: LocalEngineDriver {}
