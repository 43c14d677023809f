int quarry_stub;
