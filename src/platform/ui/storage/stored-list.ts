import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';
import { browserStorage } from './browser-storage.ts';

/**
 * localStorage for persistent stores, which must import this file before they are created. Values rejected by full or
 * blocked storage are kept until the page is closed.
 * @param refused rejected values by key
 */
export function safeStorage(
  storage: Storage | undefined,
  refused = new Map<string, string>(),
): Record<string, string> {
  const read = (key: string) => refused.get(key) ?? storage?.getItem(key) ?? undefined;
  return new Proxy<Record<string, string>>(
    {},
    {
      has: (_, key) => read(String(key)) !== undefined,
      get: (_, key) => read(String(key)),
      set(_, key, text) {
        refused.set(String(key), text);
        try {
          storage?.setItem(String(key), text);
          if (storage) refused.delete(String(key));
        } catch {
          // It is full.
        }
        return true;
      },
      deleteProperty(_, key) {
        refused.delete(String(key));
        storage?.removeItem(String(key));
        return true;
      },
    },
  );
}

const refused = new Map<string, string>();

if (typeof window !== 'undefined') {
  setPersistentEngine(safeStorage(browserStorage('localStorage'), refused), windowPersistentEvents);
  // Another tab has stored a newer value.
  addEventListener('storage', ({ key }) => (key === null ? refused.clear() : refused.delete(key)));
}

/** A stored value, or one chosen on this page that could not be stored. */
export const storedText = (key: string): string | undefined =>
  refused.get(key) ?? browserStorage('localStorage')?.getItem(key) ?? undefined;

let isWarned = false;

/** Warns once per page that the shopper's choice will be lost on the next page. */
export function warnIfRefused(key: string): void {
  if (isWarned || !refused.has(key)) return;
  isWarned = true;
  import('#src/platform/ui/dom/toast.ts')
    .then(({ showAlert }) =>
      showAlert('Your browser can’t store your choice: it will be gone when you leave this page.'),
    )
    .catch(console.warn);
}

const NONE: readonly never[] = [];
/** The empty list for server HTML and the first render in the browser: `useStore($list, { ssr: noEntries })`. */
export const noEntries = (): readonly never[] => NONE;

/** A list in localStorage; entries written by other versions or scripts are dropped if invalid. */
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
