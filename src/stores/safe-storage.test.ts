import { expect, it } from 'vitest';
import { safeStorage } from './safe-storage.ts';

const storageOf = (stored: Record<string, string>, refuses = false) =>
  ({
    getItem: (name: string) => stored[name] ?? null,
    setItem(name: string, value: string) {
      if (refuses) throw new DOMException('full', 'QuotaExceededError');
      stored[name] = value;
    },
    removeItem(name: string) {
      delete stored[name];
    },
  }) as unknown as Storage;

it('FIN-06 values are stored, read and deleted', () => {
  const stored: Record<string, string> = { before: 'x' };
  const safe = safeStorage(storageOf(stored));
  safe.a = '1';
  expect([safe.a, safe.before, 'a' in safe, 'b' in safe]).toEqual(['1', 'x', true, false]);
  expect(stored.a).toBe('1');
  delete safe.a;
  expect(['a' in safe, stored.a]).toEqual([false, undefined]);
});

it('FIN-06 a full or forbidden storage keeps values while the page is open', () => {
  for (const storage of [undefined, storageOf({ a: 'old' }, true)]) {
    const safe = safeStorage(storage);
    safe.a = '1';
    expect([safe.a, 'a' in safe]).toEqual(['1', true]);
    delete safe.a;
    expect('a' in safe).toBe(false);
  }
});
