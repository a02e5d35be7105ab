import type { LeftOut } from '#src/dealer-files/fleet/tenants.ts';
import type { Trouble } from '#src/features/leads/delivery/lead-alarm.ts';
import type { FeedOutcome } from '#src/features/stock/server/schedule/feed-schedule.ts';
import type { WriteTrial } from '#src/platform/database/write-probe.ts';

/** `red`: broken now. `amber`: needs attention before it breaks. `green`: as it should be. */
export const LEVELS = ['red', 'amber', 'green'] as const;
export type Level = (typeof LEVELS)[number];

export type Finding = {
  level: Level;
  /** A dealer's slug, or a part of the installation. */
  about: string;
  /** A sentence. */
  what: string;
  /** ISO 8601. */
  since?: string | undefined;
  /** The command that fixes it, or leads to the cause. */
  remedy?: string | undefined;
};

/** Red first; within a level as they were found. */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));

/** The worst level of all. */
export const levelOf = (findings: readonly Pick<Finding, 'level'>[]): Level =>
  LEVELS.find((level) => findings.some((finding) => finding.level === level)) ?? 'green';

/** Instants are ISO 8601 in UTC. */
export type DealerRelease = {
  id: string;
  publishedAt: string;
  /** What is wrong with its files, a clause; undefined where nothing is. */
  damage?: string | undefined;
};

export type ImportFacts = {
  finishedAt: string | undefined;
  /** What the last finished import reported. */
  counts: { added: number; changed: number; removed: number; unchanged: number } | undefined;
  /** Of a later import that has not finished. */
  unfinishedSince: string | undefined;
};

/** A feed that is read on a schedule. */
export type FeedFacts = {
  /** Read and imported, or found unchanged. */
  lastSuccessAt: string | undefined;
  lastOutcome: FeedOutcome | undefined;
  /** A short code. */
  lastError: string | undefined;
  /** In a row. */
  failures: number;
  /** Since when its stock is too old. */
  staleFrom: string;
};

export type LeadTrouble = { leads: number; since: string; latest: string };

export type DealerFacts = {
  slug: string;
  /** Undefined where its pointer cannot be read. */
  release: DealerRelease | undefined;
  /** Whether its dealer file differs from what is published; undefined where this was not looked at. */
  isEdited: boolean | undefined;
  /** A paused or retired site needs no stock. */
  isLive: boolean;
  hasFeed: boolean;
  import: ImportFacts | undefined;
  /** Undefined where only people import it. */
  feed: FeedFacts | undefined;
  stock: number;
  /** Vehicles whose last change has not reached the search engine. */
  indexBacklog: number;
  leads: Partial<Record<Trouble, LeadTrouble>>;
  /** What keeps leads waiting however often they are retried. */
  missingSettings: { reason: string; leads: number }[];
  /** No delivery waits for anything else. */
  waitsForSettingsAlone: boolean;
  /** `leads.alarm.afterMinutes`. */
  leadsLateAfterMinutes: number;
};

/** When the stock was last as the feed has it. */
export const stockAsOf = ({ feed, import: last }: Pick<DealerFacts, 'feed' | 'import'>): string | undefined =>
  feed?.lastSuccessAt ?? last?.finishedAt;

/** Lines of level error in the log: since the process started, and no further back than an hour. */
export type ErrorFacts = {
  lastHour: number;
  latest: string | undefined;
  /** The most frequent ones; they are fixed texts. */
  messages?: { message: string; count: number }[];
};

/** A code release that is live and not in force, because no process could take it over. */
export type RefusedCode = { code: string; reason: string; since: string };

/** A release that is live and not served, because its code is not in force: the one before is. */
export type HeldRelease = {
  dealer: string;
  /** Its id. */
  release: string;
  code: string;
  since: string;
  /** Whether its code was refused; otherwise it is on its way. */
  isRefused: boolean;
};

/** A release that is live and that a server could not load. */
export type FailedRelease = {
  dealer: string;
  reason: string;
  since: string;
};

/** What only a serving process knows of itself. */
export type ProcessFacts = {
  startedAt: string;
  release: string;
  refused?: RefusedCode | undefined;
  held?: readonly HeldRelease[] | undefined;
  failed?: readonly FailedRelease[] | undefined;
  memory: { rssBytes: number; heapUsedBytes: number; heapLimitBytes: number };
  errors: ErrorFacts;
};

/** A server that was asked, and its response. */
export type ServerFacts =
  | { kind: 'answered'; process: ProcessFacts }
  /** It responds, and shows no more without HEALTH_TOKEN. */
  | { kind: 'alive' }
  /** It responds, and has refused the HEALTH_TOKEN of this environment with this status. */
  | { kind: 'refused'; status: number }
  | { kind: 'silent'; address: string; reason: string };

export type DiskFacts = { folder: string; freeBytes: number; totalBytes: number };

export type StatusFacts = {
  at: string;
  dealers: DealerFacts[];
  leftOut: readonly LeftOut[];
  /** `responds` is false where its counts could not be read. */
  database: { engine: 'sqlite' | 'postgres'; write: WriteTrial; responds: boolean };
  engine: { isAvailable: boolean; reason?: string };
  destinations: { dealer: string; destination: string; since: string }[];
  disks: DiskFacts[];
  machine: { availableBytes: number; totalBytes: number };
  server: ServerFacts;
  /** Of the log file that was read, if any: of all processes that write to it. */
  logErrors?: ErrorFacts & { file: string };
};
