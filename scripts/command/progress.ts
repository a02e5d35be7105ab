import type { OnProgress } from '#src/platform/queue/batches.ts';

type Screen = { isTTY?: boolean; write(text: string): unknown };

/** Shorter work says nothing. */
export const SILENT_MS = 3000;
const LINE_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 500;
const ERASE_LINE = '\r\u001b[K';

const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
const duration = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / MS_PER_SECOND));
  return seconds <= 2 * SECONDS_PER_MINUTE
    ? `${seconds} s`
    : `${Math.round(seconds / SECONDS_PER_MINUTE)} min`;
};

/**
 * Does work, and after three seconds says what it does, how far it is and how long its step will take: in one line that
 * moves on a terminal, in a line every ten seconds elsewhere. Results on standard output stay apart from it.
 * @param work `clear` frees the line for another text
 */
export async function withProgress<T>(
  work: (onProgress: OnProgress, clear: () => void) => Promise<T>,
  screen: Screen = process.stderr,
): Promise<T> {
  const began = performance.now();
  let step = { name: '', since: began, done: 0, all: 0 };
  let writtenAt = Number.NEGATIVE_INFINITY;
  const text = (now: number): string => {
    const { name, since, done, all } = step;
    if (all === 0) return `${name}: ${done > 0 ? `${done} in ` : ''}${duration(now - since)} so far`;
    const left = done > 0 ? `, about ${duration(((now - since) / done) * (all - done))} left` : '';
    return `${name}: ${done} of ${all}${left}`;
  };
  const look = () => {
    const now = performance.now();
    if (step.name === '' || now - began < SILENT_MS) return;
    if (!screen.isTTY && now - writtenAt < LINE_EVERY_MS) return;
    screen.write(screen.isTTY ? ERASE_LINE + text(now) : `${text(now)}\n`);
    writtenAt = now;
  };
  const clear = () => {
    if (screen.isTTY && writtenAt > 0) screen.write(ERASE_LINE);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    return await work((name, done = 0, all = 0) => {
      const isNew = name !== step.name;
      step = { name, since: isNew ? performance.now() : step.since, done, all };
      // Work that leaves the thread to no timer is shown too.
      if (performance.now() - writtenAt >= LOOK_EVERY_MS) look();
    }, clear);
  } finally {
    clearInterval(timer);
    clear();
  }
}
