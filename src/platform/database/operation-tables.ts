/** Jobs that only one process may run, with current holder and expiry. */
export type LeasesTable = {
  name: string;
  holder: string;
  until: string;
  /** Host and pid of the holder. This and the following are null for a job that has not run since they were added. */
  process: string | null;
  taken_at: string | null;
  /** Of any holder. */
  succeeded_at: string | null;
};

/** PLAT-34: a process that serves or works, for operators. */
export type MachinesTable = {
  id: string;
  host: string;
  pid: number;
  /** serve or worker. */
  kind: string;
  /** Where it listens; null for a worker. */
  port: number | null;
  /** starting, ready or stopping. */
  state: string;
  /** Id of its code release. */
  code: string;
  /** What is published that it does not serve, and since when. */
  behind: string | null;
  behind_since: string | null;
  memory_mb: number;
  /** Lines of level error in its log of the last hour. */
  errors: number;
  started_at: string;
  seen_at: string;
};

/** Counts within a time window, for rate limits. */
type RateCountsTable = { key: string; window_start: string; count: number; expires_at: string };

/** The row that health checks write. */
type HealthChecksTable = { id: string; at: string; filler: string };

/** A single row: id of the installation, which stays the same when the database is moved. */
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
  machines: MachinesTable;
  rate_counts: RateCountsTable;
  health_checks: HealthChecksTable;
  installation: InstallationTable;
  daily_counts: DailyCountsTable;
};
