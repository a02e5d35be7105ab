import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FeedSchema, fileExpectedWithinHours } from './feed-section.ts';

const issuesOf = (feed: object): string[] =>
  (v.safeParse(FeedSchema, { format: 'csv', ...feed }).issues ?? []).map(
    (issue) => `${v.getDotPath(issue)}: ${issue.message}`,
  );

it.each([{ every: 60 }, { at: ['05:30'] }])(
  'FEED-11 a feed that is posted has no schedule: %o',
  (schedule) => {
    expect(issuesOf({ push: 'DEALER_PUSH' })).toEqual([]);
    expect(issuesOf({ push: 'DEALER_PUSH', ...schedule })).toEqual([
      'push: no "every" or "at" beside it: what is posted is imported as it arrives',
    ]);
  },
);

it('FEED-12 new files are expected within a day, changes within three, where a supplier puts them', () => {
  const hoursOf = (feed: object) => fileExpectedWithinHours(v.parse(FeedSchema, { format: 'csv', ...feed }));
  expect(hoursOf({ folder: 'incoming' })).toBe(24);
  expect(hoursOf({ push: 'DEALER_PUSH', mode: 'incremental' })).toBe(72);
  expect(hoursOf({ url: 'ftp://files.example/stock/' })).toBe(24);
  expect(hoursOf({ folder: 'incoming', expectedWithinHours: 0 })).toBe(0);
  expect(hoursOf({ url: 'ftp://files.example/stock.csv' })).toBe(0);
  expect(issuesOf({ file: 'stock.csv', expectedWithinHours: 5 })).toEqual([
    'expectedWithinHours: a "folder", "push" or the folder of a server beside it',
  ]);
});
