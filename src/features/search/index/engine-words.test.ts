import { expect, it } from 'vitest';
import { SYNONYM_GROUPS } from './synonyms.data.ts';
import { normaliseQuery, parseCode, quoteCodes, SYNONYMS } from './text-matching.ts';

it.each([
  ['cr-v', 'crv'],
  ['Honda CR-V VTi', 'Honda CRV VTi'],
  ['mu-x', 'mux'],
  ['cx-5', 'cx-5'],
  ['x-trail', 'x-trail'],
  ['drive-away', 'drive-away'],
  ['crew cab ute', 'dual cab ute'],
  ['Double Cab', 'dual cab'],
  ['mazda 3', 'mazda3'],
  ['mazda 30', 'mazda 30'],
  ['corola', 'corolla'],
  ['', ''],
])('SRCH-02 "%s" is searched as "%s"', (typed, searched) => {
  expect(normaliseQuery(typed)).toBe(searched);
});

it.each([
  ['mazda3', '"mazda3"'],
  ['bmw xdrive30d touring', 'bmw "xdrive30d" touring'],
  ['U21015', '"U21015"'],
  ['i30', 'i30'],
  ['2019', '2019'],
  ['hilux', 'hilux'],
  ['"mazda3" x', '"mazda3" x'],
])('SRCH-02 a code is searched as it is written: %s', (typed, searched) => {
  expect(quoteCodes(typed)).toBe(searched);
});

it('SRCH-02 a code is one however it is spaced', () => {
  expect(parseCode('754-WZV')).toBe('754WZV');
  expect(parseCode('1ab 2cd')).toBe('1ab2cd');
  expect(parseCode('JMFHEVSP8C0937785')).toBe('JMFHEVSP8C0937785');
  expect(parseCode('blue ute')).toBeUndefined();
  expect(parseCode('a 2019 hilux with a tray and a canopy')).toBeUndefined();
  expect(parseCode('')).toBeUndefined();
});

it('SRCH-02 every synonym has its reason, and finds the words that find it', () => {
  for (const { words, reason } of SYNONYM_GROUPS) {
    expect(words.length).toBeGreaterThan(1);
    expect(reason.length).toBeGreaterThan(15);
  }
  const all = SYNONYM_GROUPS.flatMap(({ words }) => words);
  expect(new Set(all).size).toBe(all.length);
  for (const [word, others] of Object.entries(SYNONYMS))
    for (const other of others) expect(SYNONYMS[other]).toContain(word);
});
