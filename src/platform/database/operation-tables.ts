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
  /** Slug, or "*" for all dealers together. */
  dealer: string;
  /** Date in the dealer's time zone, or in UTC if there is no dealer. */
  day: string;
  name: string;
  /** Upper bound of a measured value; 0 for what is only counted. */
  bucket: number;
  count: number;
};

/** What a CDN was last purged for, per dealer. */
export type CdnPurgesTable = {
  dealer: string;
  /** Id of the release; empty once the site was taken down. */
  release: string;
  /** Version of the stock. */
  stock: number;
  /** Null if never. */
  purged_at: string | null;
  /** When `again_tags` are purged once more; null if they were. */
  again_at: string | null;
  /** Separated by spaces. */
  again_tags: string;
  /** Null unless a change waits because purges fail. */
  failing_since: string | null;
  last_error: string | null;
  /** When operators were alerted. */
  alarmed_at: string | null;
};

export type OperationTables = {
  leases: LeasesTable;
  cdn_purges: CdnPurgesTable;
  rate_counts: RateCountsTable;
  health_checks: HealthChecksTable;
  installation: InstallationTable;
  daily_counts: DailyCountsTable;
};
