import { readStored, type TextStorage, writeStored } from '#src/ui/browser-storage.ts';

const SENT_KEY = 'forecourt:journey-events';
/** Two events each for many valuations. */
const MAX_TOLD = 100;

/**
 * ANL-06: whether an event is reported for the first time in this browser. Without storage it is reported every time.
 */
export function isFirstReport(storage: TextStorage | undefined, key: string): boolean {
  const stored = readStored(storage, SENT_KEY);
  const before = Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  if (before.includes(key)) return false;
  writeStored(storage, SENT_KEY, [...before, key].slice(-MAX_TOLD));
  return true;
}
