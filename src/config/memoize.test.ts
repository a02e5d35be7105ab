import { expect, it, vi } from 'vitest';
import { memoizeByObject } from './memoize.ts';

it('PLAT-02 what follows from a configuration is computed once for each, undefined included', () => {
  const compute = vi.fn(({ name }: { name?: string }) => name?.length);
  const lengthOf = memoizeByObject(compute);
  const [first, second, none] = [{ name: 'yard' }, { name: 'yard' }, {}];
  expect([first, second, none, first, second, none].map(lengthOf)).toEqual([
    4,
    4,
    undefined,
    4,
    4,
    undefined,
  ]);
  expect(compute.mock.calls.map(([each]) => each)).toEqual([first, second, none]);
});
