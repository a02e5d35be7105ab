import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { markOfMake } from '#src/config/sections/content/make-marks.ts';
import { MAKE_MARKS } from '#src/config/sections/make-marks.data.ts';
import { compactPath } from './compact-path.ts';
import { markTable } from './make-mark-table.ts';

it('CFG-20 the marks of makes are those that the script writes', () => {
  expect(readFileSync('src/config/sections/make-marks.data.ts', 'utf8')).toBe(markTable());
});

it('CFG-20 a make is found in any spelling, and other companies are not makes', () => {
  expect(markOfMake('Škoda')).toBe(markOfMake('skoda'));
  expect(markOfMake('Rolls-Royce')?.title).toBe('Rolls-Royce');
  expect(['Norton', 'Proton', 'Kenworth'].map(markOfMake)).toEqual([undefined, undefined, undefined]);
});

it('CFG-20 no mark is heavier than its limit', () => {
  const longest = Math.max(...Object.values(MAKE_MARKS).map(({ path }) => path.length));
  expect(Object.keys(MAKE_MARKS).length).toBeGreaterThan(45);
  expect(longest).toBeLessThan(8001);
});

it('CFG-20 a path written shorter goes through the same points', () => {
  expect(compactPath('M1.004 2L4 2.006 H6V9A3 3 0 01 2 4.999zm1 1h1', 2)).toBe(
    'm1 2l3 .01h2v6.99a3 3 0 0 1-4-4zm1 1h1',
  );
  // Tenths of a step do not add up.
  expect(compactPath(`M0 0${'l.04 0'.repeat(5)}`, 1)).toBe('m0 0l0 0l.1 0l0 0l.1 0l0 0');
});
