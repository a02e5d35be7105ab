import { expect, it } from 'vitest';
import { readJson } from '#src/features/stock/mapping/structured-cells.ts';
import { withoutInvisible } from './invisible-characters.ts';

it.each([
  ['Toyota \u202eallorroC', 'Toyota allorroC'],
  ['\u2066Kia\u2069 R\u200bio\ufeff', 'Kia Rio'],
  ['One\u0000owner\u001b[31m\u0085', 'Oneowner[31m'],
  ['Ut\u00ade\u{e0041}', 'Ute'],
  ['a\u200db', 'ab'],
  ['One\r\n\tTwo', 'One\r\n\tTwo'],
  ['👨\u200d👩\u200d👧 seats ❤️\u200d🔥', '👨\u200d👩\u200d👧 seats ❤️\u200d🔥'],
  ['Citroën Škoda 日産', 'Citroën Škoda 日産'],
])('PLAT-03 invisible characters are removed from a feed: %j', (text, seen) => {
  expect(withoutInvisible(text)).toBe(seen);
});

it('PLAT-03 invisible characters in JSON escapes are removed too', () => {
  expect(readJson('["Sun\\u202eroof"]')).toEqual(['Sunroof']);
});
