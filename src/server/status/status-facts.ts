import type { LeftOut } from '#src/dealer-files/fleet/tenants.ts';
import type { Trouble } from '#src/features/leads/delivery/lead-alarm.ts';
import type { FeedOutcome } from '#src/features/stock/server/schedule/feed-schedule.ts';
import type { LeaseRow } from '#src/platform/database/leases.ts';
import type { MachineRow } from '#src/platform/database/machines.ts';
import type { WriteTrial } from '#src/platform/database/write-probe.ts';

/** `red`: broken. `amber`: needs attention before it breaks. `green`: fine. */
const LEVELS = ['red', 'amber', 'green'] as const;
export type Level = (typeof LEVELS)[number];

export type Finding = {
  level: Level;
  /** A dealer's slug, or a component of the installation. */
  about: string;
  /** A sentence. */
  what: string;
  /** ISO 8601. */
  since?: string | undefined;
  /** The command that fixes it or leads to the cause. */
  remedy?: string | undefined;
};

/** Stable sort, red first. */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));

export const levelOf = (findings: readonly Pick<Finding, 'level'>[]): Level =>
  LEVELS.find((level) => findings.some((finding) => finding.level === level)) ?? 'green';

/** All times are ISO 8601 in UTC. */
export type DealerRelease = {
  id: string;
  publishedAt: string;
  /** A clause that describes what is wrong with its files. */
  damage?: string | undefined;
};

export type ImportFacts = {
  finishedAt: string | undefined;
  /** Counts of the last finished import. */
  counts: { added: number; changed: number; removed: number; unchanged: number } | undefined;
  /** Start of a later import that has not finished. */
  unfinishedSince: string | undefined;
};

/** A feed imported on a schedule. */
export type FeedFacts = {
  /** The feed was imported or unchanged. */
  lastSuccessAt: string | undefined;
  lastOutcome: FeedOutcome | undefined;
  /** Error code. */
  lastError: string | undefined;
  /** Consecutive. */
  failures: number;
  /** When its stock becomes stale. */
  staleFrom: string;
  /** When the last new file came. */
  lastFileAt: string | undefined;
  /** When the next one is missing; undefined if none is expected. */
  fileMissingFrom: string | undefined;
};

/** FEED-23: a feed put on its receiver's server on a schedule. */
export type DeliveryFacts = {
  /** Name of its format. */
  feed: string;
  /** Host. */
  receiver: string;
  lastSuccessAt: string | undefined;
  nextDueAt: string;
  /** Consecutive. */
  failures: number;
  /** Error code. */
  lastError: string | undefined;
  /** Whether staff are alerted. */
  isOverdue: boolean;
  /** Of the last delivered file. */
  vehicles: number | undefined;
  leftOut: number | undefined;
};

type LeadTrouble = { leads: number; since: string; latest: string };

export type DealerFacts = {
  slug: string;
  /** Undefined if its pointer cannot be read. */
  release: DealerRelease | undefined;
  /** Whether the dealer file differs from the published settings; undefined if not checked. */
  isEdited: boolean | undefined;
  /** A paused or retired site needs no stock. */
  isLive: boolean;
  hasFeed: boolean;
  import: ImportFacts | undefined;
  /** Undefined if stock is only imported manually. */
  feed: FeedFacts | undefined;
  deliveries: DeliveryFacts[];
  stock: number;
  /** Vehicles whose last change has not reached the search engine. */
  indexBacklog: number;
  leads: Partial<Record<Trouble, LeadTrouble>>;
  /** Settings without which no retry can succeed. */
  missingSettings: { reason: string; leads: number }[];
  /** Whether all waiting deliveries need only missing settings. */
  waitsForSettingsAlone: boolean;
  /** `leads.alarm.afterMinutes`. */
  leadsLateAfterMinutes: number;
};

/** When the stock last matched the feed. */
export const stockAsOf = ({ feed, import: last }: Pick<DealerFacts, 'feed' | 'import'>): string | undefined =>
  feed?.lastSuccessAt ?? last?.finishedAt;

/** Error lines in the log since the process started, at most an hour back. */
export type ErrorFacts = {
  lastHour: number;
  latest: string | undefined;
  /** Most frequent first; messages are fixed texts. */
  messages?: { message: string; count: number }[];
};

/** A live code release that a process does not use. */
export type RefusedCode = {
  code: string;
  reason: string;
  since: string;
  /** It was built with other server modules; otherwise it could not be loaded. */
  needsRestart: boolean;
};

/** A live release that is not served because its code is not running; the previous one is served. */
export type HeldRelease = {
  dealer: string;
  /** Id of the release. */
  release: string;
  code: string;
  since: string;
  /** Whether its code was refused; otherwise it is still loading. */
  isRefused: boolean;
};

/** A live release that a server could not load. */
export type FailedRelease = {
  dealer: string;
  reason: string;
  since: string;
};

/** Facts known only to the serving process. */
export type ProcessFacts = {
  startedAt: string;
  release: string;
  refused?: RefusedCode | undefined;
  held?: readonly HeldRelease[] | undefined;
  failed?: readonly FailedRelease[] | undefined;
  memory: { rssBytes: number; heapUsedBytes: number; heapLimitBytes: number };
  errors: ErrorFacts;
};

export type ServerFacts =
  | { kind: 'answered'; process: ProcessFacts }
  /** It responds, but reveals nothing without HEALTH_TOKEN. */
  | { kind: 'alive' }
  /** It rejected this environment's HEALTH_TOKEN with this status. */
  | { kind: 'refused'; status: number }
  | { kind: 'silent'; address: string; reason: string }
  /** None is on this machine, and the processes that serve are on others. */
  | { kind: 'elsewhere' };

export type DiskFacts = { folder: string; freeBytes: number; totalBytes: number };

/** PLAT-55: a search engine that holds dealers. */
export type EngineFacts = {
  name: string;
  /** Searched there. */
  dealers: number;
  /** Undefined if it cannot be asked. */
  vehicles: number | undefined;
  isAvailable: boolean;
  reason?: string;
  /** Searches of the asked process that used the database. */
  diverted: number;
  /** Vehicles whose last change it has not received. */
  waiting: number;
  /** Dealers that are copied to it, or have left it. */
  moves: { dealer: string; state: 'copying' | 'leaving'; to: string; since: string }[];
};

/** PLAT-65 */
export type CdnFacts = {
  lastPurgeAt: string | undefined;
  /** Sites whose changes have not been purged, because purges fail. */
  failing: { sites: number; since: string; reason: string } | undefined;
};

/** PLAT-34, PLAT-35: what all processes of an installation do, as the database has it. */
export type OperationFacts = {
  machines: readonly MachineRow[];
  leases: readonly LeaseRow[];
  /** Pictures that were never fetched. */
  wantedPictures: number;
};

export type StatusFacts = {
  at: string;
  /** Whether Kubernetes starts processes, and not systemd. */
  isInKubernetes?: boolean;
  dealers: DealerFacts[];
  leftOut: readonly LeftOut[];
  /** `responds` is false if counts could not be read. */
  database: { engine: 'sqlite' | 'postgres'; write: WriteTrial; responds: boolean };
  engines: EngineFacts[];
  /** Undefined without a CDN. */
  cdn?: CdnFacts | undefined;
  /** Undefined if they could not be read. */
  operations?: OperationFacts | undefined;
  destinations: { dealer: string; destination: string; since: string }[];
  disks: DiskFacts[];
  machine: { availableBytes: number; totalBytes: number };
  server: ServerFacts;
  /** From a log file, if one was read; covers all processes that write to it. */
  logErrors?: ErrorFacts & { file: string };
};
