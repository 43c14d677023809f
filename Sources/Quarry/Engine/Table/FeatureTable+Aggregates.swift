extension FeatureTableBuilder {
  /// The rows of the group "Aggregates".
  mutating func addAggregates() {
    group = .aggregates

    row(
      .stringAggregate, "agg.string_agg", since: "3.44.0",
      .function(name: "string_agg", argumentCount: 2), absent: .prepareError,
      "string_agg()",
      probe: "SELECT string_agg(x,'-') FROM (SELECT 1 AS x UNION ALL SELECT 2)",
      expect: .equals("1-2"))
    row(
      .percentileAggregates, "agg.percentile", since: "3.51.0", options: "+ENABLE_PERCENTILE",
      .function(name: "median", argumentCount: 1), absent: .prepareError,
      "median(), percentile(), percentile_cont(), percentile_disc()",
      probe: "SELECT median(x) FROM (SELECT 1 AS x UNION ALL SELECT 3)",
      expect: .equals("2.0"))
    row(
      .jsonGroupAggregates, "agg.json_group", since: "3.10.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_group_object", argumentCount: 2), absent: .prepareError,
      "json_group_array(), json_group_object()",
      probe: "SELECT json_group_object(k,k) || json_group_array(k) FROM (SELECT 1 AS k)",
      expect: .equals(#"{"1":1}[1]"#))
    row(
      .jsonbGroupAggregates, "agg.jsonb_group", since: "3.45.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "jsonb_group_array", argumentCount: 1), absent: .prepareError,
      "jsonb_group_array(), jsonb_group_object()",
      probe: "SELECT json(jsonb_group_array(k)) FROM (SELECT 1 AS k)",
      expect: .equals("[1]"))
  }
}
