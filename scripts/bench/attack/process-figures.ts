import { readdirSync, readFileSync } from 'node:fs';
import { childrenOf } from '../../programs/process-group.ts';

const KB_PER_MB = 1024;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return '';
  }
};

/** How many files, sockets and pipes a process has open; 0 once it has ended. Linux only. */
export function openDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Resident memory of a process, in MB. Linux only. */
export const ownMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / KB_PER_MB;

/** Resident memory of a process and all it has started, in MB. Linux only. */
export const residentMegabytes = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + residentMegabytes(child), ownMegabytes(pid));

/**
 * Memory of a process and all it has started, in MB, with what they share, such as the program itself, counted once.
 * Linux only.
 */
export const proportionalMegabytes = (pid: number): number =>
  childrenOf(pid).reduce(
    (sum, child) => sum + proportionalMegabytes(child),
    Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / KB_PER_MB,
  );
