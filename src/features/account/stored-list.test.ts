import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TextStorage, writeStored } from '#src/ui/browser-storage.ts';
import { hasTexts, readList } from './stored-list.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

function memory(initial: Record<string, string> = {}): TextStorage {
  const texts = new Map(Object.entries(initial));
  return { getItem: (key) => texts.get(key) ?? null, setItem: (key, value) => void texts.set(key, value) };
}

const full: TextStorage = {
  getItem: () => {
    throw new Error('refused');
  },
  setItem: () => {
    throw new Error('QuotaExceededError');
  },
};

it('FAV-01 written data is read back', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (list) => {
      const storage = memory();
      writeStored(storage, 'k', list);
      expect(readList(storage, 'k', isText)).toEqual(list);
    }),
  );
});

it('FAV-01 invalid storage reads as an empty list and never throws', () => {
  fc.assert(
    fc.property(fc.string(), (junk) => {
      expect(readList(memory({ k: junk }), 'k', (value): value is never => value === full)).toEqual([]);
    }),
  );
  for (const junk of ['{', 'null', '{"length":2}', '"text"', '[1,null,{}]']) {
    expect(readList(memory({ k: junk }), 'k', isText)).toEqual([]);
  }
});

it('FAV-01 refused or missing storage gives an empty list and ignores writes', () => {
  for (const storage of [full, undefined]) {
    writeStored(storage, 'k', ['a']);
    expect(readList(storage, 'k', isText)).toEqual([]);
  }
});

it('FAV-01 valid entries survive invalid ones', () => {
  const storage = memory({ k: '[{"id":"1"},{"id":2},null,{"id":"3"}]' });
  const hasId = (value: unknown): value is { id: string } => hasTexts(value, ['id']);
  expect(readList(storage, 'k', hasId)).toEqual([{ id: '1' }, { id: '3' }]);
});
