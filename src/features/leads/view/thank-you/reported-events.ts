import { readStored, type TextStorage, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

const REPORTED_KEY = 'forecourt:journey-events';
/** Enough for many valuations with two events each. */
const MAX_REPORTED = 100;

/** ANL-02, ANL-06: whether this browser reports an event for the first time; always true without storage. */
export function isFirstReport(storage: TextStorage | undefined, key: string): boolean {
  const stored = readStored(storage, REPORTED_KEY);
  const before = Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  if (before.includes(key)) return false;
  writeStored(storage, REPORTED_KEY, [...before, key].slice(-MAX_REPORTED));
  return true;
}
