import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settingChanges } from './change-lines.ts';

const changesOf = (before: unknown, after: unknown) =>
  settingChanges(before, after).map(({ place, before: was, after: is }) => [place, was, is]);

it('CFG-02 each value that differs is reported with its place', () => {
  expect(changesOf({ a: { b: 1, c: 2 }, d: ['x'] }, { a: { b: 1, c: 3 }, d: ['x', 'y'], e: true })).toEqual([
    ['a.c', 2, 3],
    ['d', ['x'], ['x', 'y']],
    ['e', undefined, true],
  ]);
});

it('CFG-02 entries of a list are matched by their key', () => {
  const yards = [
    { id: '1', slug: 'a', phone: '1' },
    { id: '2', slug: 'b', phone: '2' },
  ];
  expect(changesOf({ yards }, { yards: [{ id: '0', slug: 'z', phone: '0' }, ...yards] })).toEqual([
    ['yards[0]', undefined, { id: '0', slug: 'z', phone: '0' }],
  ]);
  expect(changesOf({ yards }, { yards: yards.map((yard) => ({ ...yard, phone: '9' })) })).toEqual([
    ['yards[1].phone', '1', '9'],
    ['yards[2].phone', '2', '9'],
  ]);
  expect(changesOf({ yards }, { yards: yards.toReversed() })).toEqual([
    ['yards (order)', ['1', '2'], ['2', '1']],
  ]);
});

it('CFG-02 keys lead to the place in the schema', () => {
  const [change] = settingChanges({ l: [{ id: 'a', x: 1 }] }, { l: [{ id: 'b' }, { id: 'a', x: 2 }] });
  expect(change?.keys).toEqual(['l', '1', 'x']);
});

it('CFG-02 nothing differs from itself, and whatever differs is reported', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(settingChanges(before, before)).toEqual([]);
      const isSame = JSON.stringify(before) === JSON.stringify(after);
      expect(settingChanges({ it: before }, { it: after }).length === 0).toBe(isSame);
    }),
  );
});

it('CFG-02 an added or removed empty object is a change', () => {
  const [added] = settingChanges({}, { popup: {} });
  expect(added).toEqual({ place: 'popup', keys: ['popup'], before: undefined, after: {} });
  const [removed] = settingChanges({ popup: {} }, {});
  expect(removed).toEqual({ place: 'popup', keys: ['popup'], before: {}, after: undefined });
});
