import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { runningFolder } from '#src/dealer-files/release/release-folders.ts';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';

/** Whether a process of this machine is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Identifies a process in a file on a disk that several machines may share. */
const IdentitySchema = v.object({
  host: v.string(),
  pid: v.number(),
  /** Start time in clock ticks since boot, because pids are reused. Undefined without /proc. */
  started: v.optional(v.string()),
  /** Of pids: containers with the host name of their host have other processes under the same pids. */
  namespace: v.optional(v.string()),
});
type ProcessIdentity = v.InferOutput<typeof IdentitySchema>;

/** Interval at which a process touches its file. */
const HEARTBEAT_MS = 60_000;
/** Processes that cannot be checked locally are considered ended after this time. */
export const MAX_SILENCE_MS = 5 * HEARTBEAT_MS;

/** `starttime`, field 22; the process name, which may contain spaces, ends before field 3. */
const STARTED_AFTER_NAME = 22 - 3;

/** @returns undefined if there is no /proc, or it hides the process */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name, in brackets, may contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[STARTED_AFTER_NAME];
  } catch {
    return undefined;
  }
}

function ownNamespace(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    return undefined;
  }
}

export const thisProcess = (): ProcessIdentity => ({
  host: hostname(),
  pid: process.pid,
  started: startOf(process.pid),
  namespace: ownNamespace(),
});

const isEqualOrUnknown = (a: string | undefined, b: string | undefined) =>
  a === undefined || b === undefined || a === b;

/** Whether the pid refers to the same process here. */
const isOfThisMachine = ({ host, namespace }: ProcessIdentity): boolean =>
  host === hostname() && isEqualOrUnknown(namespace, ownNamespace());

/** @param silence milliseconds since it last touched its file, which decide for processes on other machines */
export function isAlive(identity: ProcessIdentity, silence: number): boolean {
  if (!isOfThisMachine(identity)) return silence < MAX_SILENCE_MS;
  const { pid, started } = identity;
  return isRunning(pid) && isEqualOrUnknown(started, startOf(pid));
}

const UsedSchema = v.object({
  ...IdentitySchema.entries,
  code: v.string(),
  /** Ids by slug. */
  releases: v.record(v.string(), v.string()),
  /** The live code, if it was refused. */
  refused: v.optional(v.string()),
});

/** Releases in use by a running server. */
export type Used = Pick<v.InferOutput<typeof UsedSchema>, 'code' | 'releases' | 'refused'>;

const LOOK_EVERY_MS = 500;

/**
 * Records the releases this process uses, so that they are not pruned.
 * @param used what it currently uses
 * @param onFailure called once with the reason if nothing can be recorded
 */
export function recordUse(
  dist: string,
  used: () => Used,
  onFailure: (reason: string) => void,
): { stop(): void } {
  const identity = thisProcess();
  const file = join(runningFolder(dist), `${identity.host}-${identity.pid}.json`);
  let written = '';
  let beat = performance.now();
  let hasFailed = false;
  const look = () => {
    const text = JSON.stringify({ ...identity, ...used() });
    try {
      if (text !== written) {
        mkdirSync(runningFolder(dist), { recursive: true });
        replaceFileSync(file, text);
        written = text;
      } else if (performance.now() - beat > HEARTBEAT_MS) {
        utimesSync(file, new Date(), new Date());
        beat = performance.now();
      }
    } catch (error) {
      written = '';
      if (!hasFailed) onFailure(String(error));
      hasFailed = true;
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      rmSync(file, { force: true });
    },
  };
}

/**
 * The code to render pages with: the live one, unless all running servers have refused it and use another.
 * @param live id of the live code
 */
export function codeInForce(dist: string, live: string): string {
  const servers = usedByServers(dist);
  const [first] = servers;
  const goesOn = servers.every(({ code, refused }) => refused === live && code === first?.code);
  return first && goesOn ? first.code : live;
}

function usedBy(file: string): Used | undefined {
  const { code, releases, refused, ...identity } = v.parse(
    UsedSchema,
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const silence = Date.now() - statSync(file).mtimeMs;
  return isAlive(identity, silence) ? { code, releases, refused } : undefined;
}

/** Releases in use by running servers; removes records of those that were killed. */
export function usedByServers(dist: string): Used[] {
  let names: string[];
  try {
    names = readdirSync(runningFolder(dist)).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = join(runningFolder(dist), name);
    try {
      const used = usedBy(file);
      if (used) return used;
      rmSync(file, { force: true });
    } catch {
      // Just removed by its server.
    }
    return [];
  });
}
