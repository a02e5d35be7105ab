/** Jobs that only one process may run, with current holder and expiry. */
type LeasesTable = { name: string; holder: string; until: string };

/** Counts within a time window, for rate limits. */
type RateCountsTable = { key: string; window_start: string; count: number; expires_at: string };

/** The row that health checks write. */
type HealthChecksTable = { id: string; at: string; filler: string };

/** A single row: id of the installation, which is kept when the database is moved. */
type InstallationTable = { id: string; created_at: string };

/** PLAT-72: how often something happened on a day. Rows do not identify shoppers. */
type DailyCountsTable = {
  /** Date in the dealer's time zone, or in UTC if there is no dealer. */
  day: string;
  /** Slug; empty for what belongs to no dealer. */
  dealer: string;
  name: string;
  /** Of a measured value; 0 for what is only counted. */
  bucket: number;
  count: number;
};

export type OperationTables = {
  leases: LeasesTable;
  rate_counts: RateCountsTable;
  health_checks: HealthChecksTable;
  installation: InstallationTable;
  daily_counts: DailyCountsTable;
};
