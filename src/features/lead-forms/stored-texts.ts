import { readStored, type TextStorage } from '#src/ui/browser-storage.ts';

/** The object of texts stored under `key`; empty for anything unreadable. */
export function readTexts(storage: TextStorage | undefined, key: string): Record<string, string> {
  const stored = readStored(storage, key);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'));
}
