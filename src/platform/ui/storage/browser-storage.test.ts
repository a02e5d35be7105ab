import { afterEach, expect, it, vi } from 'vitest';
import { browserStorage, readStored, writeStored } from './browser-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const refused = () => {
  throw new Error('refused');
};

it('FAV-01 FORM-08 a browser that refuses storage has none, and nothing throws', () => {
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refused });
  const storage = browserStorage('localStorage');
  expect(storage).toBeUndefined();
  expect(() => writeStored(storage, 'k', 1)).not.toThrow();
  expect(readStored(storage, 'k')).toBeNull();
});

it('FAV-01 FORM-08 a full storage keeps its content, and invalid content reads as empty', () => {
  const full = { getItem: () => '["a"]', setItem: refused };
  writeStored(full, 'k', ['a', 'b']);
  expect(readStored(full, 'k')).toEqual(['a']);
  expect(readStored({ getItem: () => '{' }, 'k')).toBeNull();
  expect(readStored({ getItem: refused }, 'k')).toBeNull();
});
