import { readStored, type TextStorage, writeStored } from '#src/ui/browser-storage.ts';

const TOLD_KEY = 'forecourt:journey-events';
/** Two each of many valuations. */
const MAX_TOLD = 100;

/** ANL-06: whether something is told for the first time in this browser. Without storage it is told every time. */
export function isFirstTelling(storage: TextStorage | undefined, key: string): boolean {
  const stored = readStored(storage, TOLD_KEY);
  const before = Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  if (before.includes(key)) return false;
  writeStored(storage, TOLD_KEY, [...before, key].slice(-MAX_TOLD));
  return true;
}
