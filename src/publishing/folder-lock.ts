import { randomUUID } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '#src/domain/duration.ts';
import {
  HEARTBEAT_MS,
  isAlive,
  isOfThisMachine,
  LONGEST_SILENCE_MS,
  type ProcessIdentity,
  thisProcess,
} from './process-identity.ts';

/** Another process is working in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Does `work` and returns whether it met this state of the disk instead. */
function meets(code: 'EEXIST' | 'EINVAL' | 'ENOENT' | 'ENOSPC', work: () => void): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (codeOf(error) === code) return true;
    throw error;
  }
}

/** One line, short enough for the target of a link that needs no block of the disk. */
const lockText = ({ pid, host, started = '-', namespace = '-' }: ProcessIdentity): string =>
  [pid, host, started, namespace].join(' ');

/** Reads what `lockText` wrote. Earlier versions wrote the pid alone: it is one of this machine. */
function identityOf(text: string): ProcessIdentity | undefined {
  const [first, host = hostname(), ...more] = text.split(' ');
  const [started, namespace] = more.map((each) => (each === '-' ? undefined : each));
  const pid = Number(first);
  return Number.isInteger(pid) && pid > 0 ? { pid, host, started, namespace } : undefined;
}

/** @returns an empty text where there is no lock */
function readLock(lock: string): string {
  let text = '';
  meets('ENOENT', () => {
    const isFile = meets('EINVAL', () => {
      text = readlinkSync(lock);
    });
    if (isFile) text = readFileSync(lock, 'utf8');
  });
  return text;
}

/** The process a lock names, if it still runs; a killed process leaves its lock behind. */
function holderOf(lock: string): ProcessIdentity | undefined {
  const holder = identityOf(readLock(lock));
  if (!holder) return undefined;
  const { mtimeMs = 0 } = lstatSync(lock, { throwIfNoEntry: false }) ?? {};
  // Without its start a process of this number may be an earlier one.
  const isUnknown = isOfThisMachine(holder) && holder.pid === process.pid && holder.started === undefined;
  return !isUnknown && isAlive(holder, Date.now() - mtimeMs) ? holder : undefined;
}

/** Processes of several containers, which have equal pids, may share the folder. */
const besideLock = (lock: string): string => `${lock}.${randomUUID()}`;

/** Creates the lock with its text in one step: a lock without a process would look stale. */
function take(lock: string, text: string): boolean {
  const own = besideLock(lock);
  // On a full disk a name is all there is room for, and a command that makes room needs the lock too.
  if (meets('ENOSPC', () => writeFileSync(own, text))) {
    rmSync(own, { force: true });
    symlinkSync(text, own);
  }
  const isTaken = meets('EEXIST', () => linkSync(own, lock));
  rmSync(own, { force: true });
  return !isTaken;
}

/** Removes a stale lock, but restores one that another process has taken since it was read. */
function dropStale(lock: string): void {
  const aside = besideLock(lock);
  if (meets('ENOENT', () => renameSync(lock, aside))) return;
  if (holderOf(aside) !== undefined) meets('EEXIST', () => linkSync(aside, lock));
  rmSync(aside, { force: true });
}

/** Shows other machines, which cannot see this process, that it still works. */
function beat(lock: string): NodeJS.Timeout {
  const touch = () => {
    try {
      lutimesSync(lock, new Date(), new Date());
    } catch {
      // A person has deleted the lock.
    }
  };
  return setInterval(touch, HEARTBEAT_MS).unref();
}

function inUse(folder: string, lock: string, holder: ProcessIdentity): FolderInUse {
  const remedy = isOfThisMachine(holder)
    ? `If that process is no build, delete ${lock}.`
    : `If it was killed there, its lock ends after ${LONGEST_SILENCE_MS / MINUTE_MS} minutes; you can also delete ${lock}.`;
  return new FolderInUse(
    `Process ${holder.pid} on ${holder.host} is building into ${folder} now. Wait until it ends, or build into another folder with --out. ${remedy}`,
  );
}

/**
 * Does `work` while no other process does the same in `folder`.
 * @throws FolderInUse immediately if another process does
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, '.lock');
  const text = lockText(thisProcess());
  while (!take(lock, text)) {
    const holder = holderOf(lock);
    if (holder) throw inUse(folder, lock, holder);
    dropStale(lock);
  }
  const heartbeat = beat(lock);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    // After a long sleep of this machine it may be the lock of another.
    if (readLock(lock) === text) rmSync(lock, { force: true });
  }
}
