import { atom, type ReadableAtom } from 'nanostores';
import { browserStorage, writeStored } from '#src/ui/browser-storage.ts';
import { readList } from './stored-list.ts';

export type StoredList<T> = {
  $list: ReadableAtom<readonly T[]>;
  /** Fills the store and follows other tabs and the back button. Call once per page, after the first paint. */
  watch(): void;
  save(list: readonly T[]): void;
};

/**
 * A list in localStorage, one origin per dealer. Without storage it lasts until the page is left. CONTRIBUTING says
 * why it is not of `@nanostores/persistent`.
 */
export function storedList<T>(key: string, isEntry: (value: unknown) => value is T): StoredList<T> {
  const $list = atom<readonly T[]>([]);
  const read = () => {
    const storage = browserStorage('localStorage');
    if (storage) $list.set(readList(storage, key, isEntry));
  };
  return {
    $list,
    watch() {
      read();
      addEventListener('storage', (event) => {
        if (event.key === key || event.key === null) read();
      });
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) read();
      });
    },
    save(list) {
      $list.set(list);
      writeStored(browserStorage('localStorage'), key, list);
    },
  };
}
