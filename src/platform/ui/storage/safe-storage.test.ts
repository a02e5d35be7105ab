import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeStorage } from './stored-list.ts';

function storageOf(texts: Record<string, string> = {}, isFull = false): Storage {
  const stored = new Map(Object.entries(texts));
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, text);
    },
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
}

const changes = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.option(fc.string(), { nil: undefined })));

it('FAV-01 FIN-06 a full or forbidden storage keeps every change while the page is open, as a working one does', () => {
  fc.assert(
    fc.property(changes, (made) => {
      const storages = [storageOf(), storageOf({}, true), undefined].map((each) => safeStorage(each));
      for (const [key, text] of made)
        for (const storage of storages) {
          if (text === undefined) delete storage[key];
          else storage[key] = text;
        }
      const [working, ...refusing] = storages.map((each) =>
        ['a', 'b'].map((key) => [key in each, each[key]]),
      );
      for (const each of refusing) expect(each).toEqual(working);
    }),
  );
});

it('FAV-01 FIN-06 what a full storage refused hides what it held before, and only that is known as refused', () => {
  const refused = new Map<string, string>();
  const storage = safeStorage(storageOf({ a: 'old', b: 'old' }, true), refused);
  storage.a = 'new';
  expect([storage.a, storage.b]).toEqual(['new', 'old']);
  expect([...refused]).toEqual([['a', 'new']]);
});

it('FAV-01 FIN-06 what a working storage takes is in it', () => {
  const browser = storageOf();
  const refused = new Map<string, string>();
  safeStorage(browser, refused).a = 'x';
  expect([browser.getItem('a'), refused.size]).toEqual(['x', 0]);
});
