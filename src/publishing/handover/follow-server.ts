import type { Logger } from 'pino';
import { findLiveCode, isPublishedWhole, serverSourceOf } from '#src/publishing/release/code-release.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';
import type { Predecessor, Supervisor } from './handover-protocol.ts';

const LOOK_EVERY_MS = 500;
/** A process that could not be replaced asks again later: the machine may have been busy. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

export type FollowedServer = {
  /** The live code that needs another process than this, once it is clear that none takes over. */
  refused(): RefusedCode | undefined;
  stop(): void;
};

export type FollowServerOptions = {
  dist: string;
  /** Of this process's own modules. */
  serverSource: string;
  supervisor: Pick<Supervisor, 'replace'> | undefined;
  log: Pick<Logger, 'info' | 'error' | 'warn'>;
  /** This process, for the one that takes over. */
  self: () => Predecessor;
};

/**
 * Looks for a code release whose server is other than this process, and asks the supervisor for a process of that code.
 * Without a supervisor, or if that process does not come up, this one goes on and the log says why.
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
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
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
