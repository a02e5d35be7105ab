import { readStored, type TextStorage } from '#src/ui/browser-storage.ts';

/** @returns the entries under `key` that `isEntry` accepts; an empty list for anything unreadable */
export function readList<T>(
  storage: TextStorage | undefined,
  key: string,
  isEntry: (value: unknown) => value is T,
): T[] {
  const stored = readStored(storage, key);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

/** Whether `value` is an object whose `keys` are texts of reasonable length. */
export const hasTexts = <K extends string>(
  value: unknown,
  keys: readonly K[],
): value is Record<K, string> & Record<string, unknown> =>
  keys.every((key) => {
    const text = (value as Record<string, unknown> | null | undefined)?.[key];
    return typeof text === 'string' && text.length < 500;
  });
