import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The name in brackets may itself contain spaces and brackets. */
const parentOf = (pid: number) => Number(read(pid, 'stat').split(') ').at(-1)?.split(' ')[1] ?? 0);
const isNpm = (pid: number) => /\bnpm\b/.test(read(pid, 'cmdline').replaceAll('\0', ' '));

/** The processes between this one and the npm that started it, npm last; empty where there is none. */
function ancestors(): number[] {
  const found: number[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) {
    found.push(pid);
    if (isNpm(pid)) return found;
  }
  return [];
}

/**
 * Calls `stop` once when the npm that started this process is gone: a killed npm passes no signal on. A process
 * started by anything else is not watched, nor one on a system without /proc.
 */
export function watchNpm(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const chain = ancestors();
  if (chain.length === 0) return;
  const looking = setInterval(() => {
    const isWhole = chain.every(
      (pid, index) => (index === 0 ? process.ppid : parentOf(chain[index - 1] ?? 0)) === pid,
    );
    if (isWhole) return;
    clearInterval(looking);
    stop();
  }, LOOK_EVERY_MS);
  looking.unref();
}
