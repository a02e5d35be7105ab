import { cleanTestStorage, setTestStorageKey, useTestStorageEngine } from '@nanostores/persistent';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { hasTexts } from '#src/platform/text/untrusted-values.ts';
import { storedList } from './stored-list.ts';

beforeAll(() => useTestStorageEngine());
afterEach(() => cleanTestStorage());

const isText = (value: unknown): value is string => typeof value === 'string';

it('FAV-01 a list that was stored is read on the next page', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (list) => {
      storedList('k', isText).set(list);
      expect(storedList('k', isText).get()).toEqual(list);
    }),
  );
});

it('FAV-01 invalid storage reads as an empty list and never throws', () => {
  const isNone = (_: unknown): _ is never => false;
  const stored = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(stored, (text) => {
      setTestStorageKey('k', text);
      expect(storedList('k', isNone).get()).toEqual([]);
    }),
  );
  for (const text of ['{', 'null', '{"length":2}', '"text"', '[1,null,{}]']) {
    setTestStorageKey('k', text);
    expect(storedList('k', isText).get()).toEqual([]);
  }
});

it('FAV-01 valid entries survive invalid ones', () => {
  setTestStorageKey('k', '[{"id":"1"},{"id":2},null,{"id":"3"}]');
  const hasId = (value: unknown): value is { id: string } => hasTexts(value, ['id']);
  expect(storedList('k', hasId).get()).toEqual([{ id: '1' }, { id: '3' }]);
});

it('FAV-01 another tab is followed while a page shows the list', () => {
  const $list = storedList('k', isText);
  const stop = $list.listen(() => {});
  setTestStorageKey('k', '["a"]');
  expect($list.get()).toEqual(['a']);
  setTestStorageKey('k', undefined);
  expect($list.get()).toEqual([]);
  stop();
});
