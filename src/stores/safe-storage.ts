import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { browserStorage } from '#src/ui/browser-storage.ts';

/**
 * localStorage for persistent stores, which import this file before they are made. What it refuses, full or forbidden,
 * is kept while the page is open.
 */
export function safeStorage(storage: Storage | undefined): Record<string, string> {
  const unstored: Record<string, string> = {};
  const read = (name: string) => unstored[name] ?? storage?.getItem(name) ?? undefined;
  return new Proxy(unstored, {
    has: (_, name) => read(String(name)) !== undefined,
    get: (_, name) => read(String(name)),
    set(_, name, value) {
      const key = String(name);
      delete unstored[key];
      try {
        if (storage) storage.setItem(key, value);
        else unstored[key] = value;
      } catch {
        unstored[key] = value;
      }
      return true;
    },
    deleteProperty(_, name) {
      delete unstored[String(name)];
      storage?.removeItem(String(name));
      return true;
    },
  });
}

if (typeof window !== 'undefined')
  setPersistentEngine(safeStorage(browserStorage('localStorage')), windowPersistentEvents);
