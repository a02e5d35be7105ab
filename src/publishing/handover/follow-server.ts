import type { Logger } from 'pino';
import { findLiveCode, isPublishedWhole, serverSourceOf } from '#src/publishing/release/code-release.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';
import type { Predecessor, Supervisor } from './handover-protocol.ts';

const LOOK_EVERY_MS = 500;
/** Retries after a failed handover, since the machine may have been busy. */
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 3_600_000;

type FollowedServer = {
  /** Live code for which no process could take over. */
  refused(): RefusedCode | undefined;
  stop(): void;
};

type FollowServerOptions = {
  dist: string;
  /** Fingerprint of this process's own modules. */
  serverSource: string;
  supervisor: Pick<Supervisor, 'replace'> | undefined;
  log: Pick<Logger, 'info' | 'error' | 'warn'>;
  /** Describes this process to its successor. */
  self: () => Predecessor;
};

/**
 * Watches for a code release built with other server modules than this process has, and asks the supervisor to start a
 * process of it. Without a supervisor, or if that process fails, this one keeps running and logs the reason.
 */
export function followServer(options: FollowServerOptions, everyMs = LOOK_EVERY_MS): FollowedServer {
  const { dist, serverSource, supervisor, log, self } = options;
  let refused: RefusedCode | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let until = 0;
  let isLooking = false;

  async function replace(code: string, folder: string | undefined): Promise<string> {
    if (!supervisor) return 'the server itself has changed, and this process needs a restart';
    if (folder === undefined) return 'it does not say where its source is: restart';
    log.info({ code, folder }, 'new code has another server, which starts beside this one');
    return supervisor.replace({ code, folder }, self());
  }

  async function look(): Promise<void> {
    const live = findLiveCode(dist);
    const wanted = live && (await serverSourceOf(dist, live.code));
    if (!live || wanted === undefined || wanted === serverSource) {
      refused = undefined;
      return;
    }
    if (refused?.code === live.code && performance.now() < until) return;
    if (!isPublishedWhole(dist, live)) return;
    if (refused?.code !== live.code) pauseMs = FIRST_PAUSE_MS;
    const reason = await replace(live.code, live.folder);
    refused = { code: live.code, reason, since: new Date().toISOString() };
    until = performance.now() + (supervisor ? pauseMs : Number.POSITIVE_INFINITY);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    log.error({ code: live.code, reason }, 'new code is not in force: the server stays as it is');
  }

  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    await look().catch((error: unknown) =>
      log.error({ reason: String(error) }, 'the live code could not be read'),
    );
    isLooking = false;
  }, everyMs).unref();
  return { refused: () => refused, stop: () => clearInterval(timer) };
}
