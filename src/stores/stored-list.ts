import './safe-storage.ts';
import { persistentAtom } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';

const NONE: readonly never[] = [];
/** A list as server HTML has it, and the first render of a browser: `useStore($list, { ssr: noEntries })`. */
export const noEntries = (): readonly never[] => NONE;

/** A list in localStorage, one origin per dealer; entries that another version or script wrote are left out. */
export const storedList = <T>(
  key: string,
  isEntry: (value: unknown) => value is T,
): WritableAtom<readonly T[]> =>
  persistentAtom<readonly T[]>(key, [], {
    encode: JSON.stringify,
    decode(text) {
      try {
        const stored: unknown = JSON.parse(text);
        return Array.isArray(stored) ? stored.filter(isEntry) : [];
      } catch {
        return [];
      }
    },
  });
