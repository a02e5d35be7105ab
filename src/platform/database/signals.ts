import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { type Database, engineOf } from './database.ts';
import { asFailure } from './engines/postgres.ts';

/** What processes hold in memory that a change in another process makes out of date. */
export type SignalTopic = 'stock' | 'release';

const CHANNEL = 'forecourt';
/**
 * Announces a change to every process that follows the topic. Call it in the transaction of the change: the signals are
 * sent when that is committed. Does nothing on SQLite, whose processes look for changes themselves.
 * @param details such as the dealers that have changed
 */
export async function sendSignal(
  db: Database,
  topic: SignalTopic,
  details: readonly string[],
): Promise<void> {
  if (engineOf(db) !== 'postgres' || details.length === 0) return;
  const payloads = details.map((detail) => `${topic} ${detail}`);
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(db);
}

/** @param detail undefined if any number of signals may have been missed */
type OnSignal = (detail: string | undefined) => void;

/** Signals of other processes, and of this one. */
export type Signals = {
  /** Whether signals arrive at present; otherwise followers must look for changes themselves. */
  areArriving(): boolean;
  /** Connects at the first call. @returns a function that ends it */
  follow(topic: SignalTopic, onSignal: OnSignal): () => void;
  stop(): Promise<void>;
};

/** For a database without signals. */
export const noSignals: Signals = {
  areArriving: () => false,
  follow: () => () => {},
  stop: async () => {},
};

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5000;
/** A connection may be dead without an error, and a pooler may pass on some notifications and lose others. */
const TEST_EVERY_MS = 10_000;
const TEST_TIMEOUT_MS = 3000;

const NOT_RETURNED =
  'a notification did not arrive; a connection pooler in transaction mode does not pass them on';

type Followed = { url: string; db: Database; log: Pick<Logger, 'info' | 'warn'> };

/**
 * Follows signals on a connection of its own. After each interruption, followers are called without a detail. Where
 * notifications do not arrive, as through PgBouncer in transaction mode, this is logged once and tried again.
 * @param options.url of Postgres
 * @param options.db sends the notifications that show that the connection receives them
 */
export function followSignals({ url, db, log }: Followed, timing = { testEveryMs: TEST_EVERY_MS }): Signals {
  const followers = new Set<readonly [SignalTopic, OnSignal]>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let isArriving = false;
  let isReported = false;
  let running: Promise<void> | undefined;

  function change(to: boolean): void {
    isArriving = to;
    for (const [, onSignal] of followers) onSignal(undefined);
  }

  function receive(payload: string): void {
    const end = payload.indexOf(' ');
    for (const [topic, onSignal] of followers)
      if (topic === payload.slice(0, end)) onSignal(payload.slice(end + 1));
  }

  /** Returns once the connection is lost. @throws Error saying why no signals arrive */
  async function listen(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: 'forecourt signals',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    const lost = new AbortController();
    const lose = () => lost.abort();
    client.on('error', lose);
    client.on('end', lose);
    signal.addEventListener('abort', lose);
    const ownChannel = `${CHANNEL}_${randomBytes(8).toString('hex')}`;
    let testArrived = () => {};
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === ownChannel) testArrived();
      else receive(payload);
    });

    /** From the pool: a pooler in transaction mode would deliver a notification to the connection that sends it. */
    async function test(): Promise<void> {
      const arrived = new Promise<void>((resolve) => {
        testArrived = resolve;
      });
      await sql`select pg_notify(${ownChannel}, '')`.execute(db);
      const late = wait(TEST_TIMEOUT_MS, undefined, { signal: lost.signal, ref: false }).then(() => {
        throw new Error(NOT_RETURNED);
      });
      await Promise.race([arrived, late]);
      late.catch(() => {});
    }

    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${ownChannel}`);
      await test();
      change(true);
      if (isReported) log.info('changes in the database are announced again');
      isReported = false;
      while (!lost.signal.aborted) {
        await wait(timing.testEveryMs, undefined, { signal: lost.signal, ref: false });
        await test();
      }
    } catch (error) {
      if (!lost.signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', lose);
      await client.end().catch(() => {});
    }
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      let reason = 'the connection was lost';
      await listen().catch((error: unknown) => {
        reason =
          error instanceof Error && error.message === NOT_RETURNED ? NOT_RETURNED : asFailure(error).message;
      });
      if (signal.aborted) return;
      if (isArriving) {
        pauseMs = FIRST_PAUSE_MS;
        change(false);
      }
      if (!isReported)
        log.warn({ reason }, 'changes in the database are not announced: looking for them often');
      isReported = true;
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  }

  return {
    areArriving: () => isArriving,
    follow(topic, onSignal) {
      const follower = [topic, onSignal] as const;
      followers.add(follower);
      running ??= run();
      return () => void followers.delete(follower);
    },
    async stop() {
      stopping.abort();
      await running;
      isArriving = false;
    },
  };
}

/** Maximum delay of a change of another process without signals. */
const LOOK_EVERY_MS = 500;
/** With signals; for one that is lost. Less than until a CDN is purged again. */
const LOOK_EVERY_WITH_SIGNALS_MS = 2000;
/** An import changes a dealer's stock many times a second. */
const BETWEEN_LOOKS_MS = 250;

type Looking = {
  signals: Signals;
  topic: SignalTopic;
  /** @param details those of the signals; undefined to look at everything */
  look: (details: ReadonlySet<string> | undefined) => Promise<void>;
  onError: (error: unknown) => void;
  everyMs?: number | undefined;
};

/**
 * Looks for changes, once at a time: at each signal, but a few times a second at most; at everything every few seconds,
 * and more often while signals do not arrive. A look that fails is repeated, at everything.
 */
export function lookAtSignals({ signals, topic, look, onError, everyMs = LOOK_EVERY_MS }: Looking): {
  stop(): Promise<void>;
} {
  let isStopped = false;
  let isAllDue = false;
  let hasFailed = false;
  let due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let notBefore = 0;

  async function lookUntilDone(): Promise<void> {
    clearTimeout(timer);
    while (!isStopped && (isAllDue || due.size > 0)) {
      const earlyMs = notBefore - performance.now();
      if (earlyMs > 0) await wait(earlyMs, undefined, { ref: false });
      notBefore = performance.now() + Math.min(BETWEEN_LOOKS_MS, everyMs);
      const details = isAllDue || hasFailed ? undefined : due;
      isAllDue = false;
      due = new Set();
      try {
        await look(details);
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        onError(error);
      }
    }
    looking = undefined;
    if (isStopped) return;
    const pauseMs = signals.areArriving() && !hasFailed ? LOOK_EVERY_WITH_SIGNALS_MS : everyMs;
    timer = setTimeout(() => request(undefined), pauseMs).unref();
  }

  function request(detail: string | undefined): void {
    if (detail === undefined) isAllDue = true;
    else due.add(detail);
    looking ??= lookUntilDone();
  }

  const unfollow = signals.follow(topic, request);
  timer = setTimeout(() => request(undefined), everyMs).unref();
  return {
    async stop() {
      isStopped = true;
      unfollow();
      clearTimeout(timer);
      await looking;
    },
  };
}
