import { expect, it } from 'vitest';
import type { DeviceDeal } from './deals.store.ts';
import { mergedDeals } from './sync-deals.ts';

const deal = (carId: string, more: Partial<DeviceDeal> = {}): DeviceDeal => ({
  ...{ carId, slug: carId, name: carId, query: 'v=1', savedAt: '2026-07-01T00:00:00.000Z', isSynced: true },
  ...more,
});
const stored = (car_id: string, more: object = {}) => ({
  ...{ car_id, slug: car_id, name: car_id, query: 'v=1&trade=1', saved_at: '2026-07-02T00:00:00.000Z' },
  ...more,
});
const brief = (deals: readonly DeviceDeal[]) =>
  deals.map(({ carId, query, isSynced }) => [carId, query, isSynced]);

it('VDP-238 the device has the deals of the account after it is merged', () => {
  expect(brief(mergedDeals([stored('a')], [deal('a')], []))).toEqual([['a', 'v=1&trade=1', true]]);
});

it('VDP-238 a deal that another device has removed goes, one that was never sent stays', () => {
  const unsent = deal('b', { isSynced: false });
  expect(brief(mergedDeals([], [deal('a'), unsent], []))).toEqual([['b', 'v=1', false]]);
});

it('VDP-238 a change made while the request was under way is not lost', () => {
  const sent = deal('a', { isSynced: false });
  const later = { ...sent, query: 'v=1&trade=2', savedAt: '2026-07-03T00:00:00.000Z' };
  expect(brief(mergedDeals([stored('a')], [later], [sent]))).toEqual([['a', 'v=1&trade=2', false]]);
});

it('VDP-238 a vehicle no longer listed has the name that the device knows, and is left out without one', () => {
  const gone = stored('a', { slug: undefined, name: undefined });
  expect(mergedDeals([gone], [deal('a', { name: '2021 Toyota HiLux' })], [])[0]?.name).toBe(
    '2021 Toyota HiLux',
  );
  expect(mergedDeals([gone], [], [])).toEqual([]);
});
