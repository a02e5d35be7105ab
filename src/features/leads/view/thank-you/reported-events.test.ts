import { expect, it } from 'vitest';
import { isFirstReport } from './reported-events.ts';

const memory = () => {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
};

it('ANL-06 a step is reported once', () => {
  const storage = memory();
  const isFirst = (key: string) => isFirstReport(storage, key);
  expect([isFirst('22 a'), isFirst('22 a'), isFirst('18 a'), isFirst('22 b')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

it('ANL-06 the last hundred reports are stored', () => {
  const storage = memory();
  for (let at = 0; at < 130; at += 1) isFirstReport(storage, `22 ${at}`);
  expect(JSON.parse([...storage.texts.values()][0] ?? '')).toHaveLength(100);
  expect(isFirstReport(storage, '22 129')).toBe(false);
});

it('ANL-06 without storage it is still reported', () => {
  const refused = () => {
    throw new Error('refused');
  };
  expect(isFirstReport(undefined, '22 a')).toBe(true);
  expect(isFirstReport({ getItem: refused, setItem: refused }, '22 a')).toBe(true);
  const broken = { ...memory(), getItem: () => '{' };
  expect(isFirstReport(broken, '22 a')).toBe(true);
});
