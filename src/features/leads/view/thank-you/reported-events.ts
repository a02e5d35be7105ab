import { readStored, type TextStorage, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

const REPORTED_KEY = 'forecourt:journey-events';
/** Two events each for many valuations. */
const MAX_REPORTED = 100;

/**
 * ANL-02, ANL-06: whether an event is reported for the first time in this browser. Without storage it is reported every time.
 */
export function isFirstReport(storage: TextStorage | undefined, key: string): boolean {
  const stored = readStored(storage, REPORTED_KEY);
  const before = Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  if (before.includes(key)) return false;
  writeStored(storage, REPORTED_KEY, [...before, key].slice(-MAX_REPORTED));
  return true;
}
