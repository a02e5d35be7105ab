import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import * as v from 'valibot';
import { isRunning } from '#src/disk/is-running.ts';

/** A process as its file on a disk that several machines may share names it. */
export const IdentitySchema = v.object({
  host: v.string(),
  pid: v.number(),
  /** Start in clock ticks since boot: another process with this pid has another. Absent where there is no /proc. */
  started: v.optional(v.string()),
  /** Of pids: containers that use the name of their host see other processes under the same pids. */
  namespace: v.optional(v.string()),
});
export type ProcessIdentity = v.InferOutput<typeof IdentitySchema>;

/** How often a process touches its file. */
export const HEARTBEAT_MS = 60_000;
/** A process that cannot be seen from here has ended once its file is older. */
export const LONGEST_SILENCE_MS = 5 * HEARTBEAT_MS;

/** `starttime`, field 22; the first field that may not hold a space is the third. */
const STARTED_AFTER_NAME = 22 - 3;

/** @returns undefined where there is no /proc, or it hides the process */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold spaces and brackets.
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

/** Whether the pid of a process means the same process here. */
const isOfThisMachine = ({ host, namespace }: ProcessIdentity): boolean =>
  host === hostname() && isEqualOrUnknown(namespace, ownNamespace());

/**
 * Whether a process still runs.
 * @param silence milliseconds since it last touched its file, which decide for a process of another machine
 */
export function isAlive(identity: ProcessIdentity, silence: number): boolean {
  if (!isOfThisMachine(identity)) return silence < LONGEST_SILENCE_MS;
  const { pid, started } = identity;
  return isRunning(pid) && isEqualOrUnknown(started, startOf(pid));
}
