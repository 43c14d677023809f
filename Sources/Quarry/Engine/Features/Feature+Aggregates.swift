extension Feature {
  /// string_agg(); since SQLite 3.44.0.
  public static var stringAggregate: Feature { Feature(.stringAggregate) }

  /// median(), percentile(), percentile_cont(), percentile_disc(); since SQLite 3.51.0 (ENABLE_PERCENTILE).
  public static var percentileAggregates: Feature { Feature(.percentileAggregates) }

  /// json_group_array(), json_group_object(); since SQLite 3.10.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not
  /// OMIT_JSON).
  public static var jsonGroupAggregates: Feature { Feature(.jsonGroupAggregates) }

  /// jsonb_group_array(), jsonb_group_object(); since SQLite 3.45.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not
  /// OMIT_JSON).
  public static var jsonbGroupAggregates: Feature { Feature(.jsonbGroupAggregates) }
}
