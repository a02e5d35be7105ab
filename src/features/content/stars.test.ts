import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ratingText, STARS, starFills } from './dealer-reviews.ts';

const shares = (rating: number) => starFills(rating).map(({ share }) => Number(share.toFixed(2)));

it('CONT-02 the sample of 4.8 is four full stars and one in part', () => {
  expect(shares(4.8)).toEqual([1, 1, 1, 1, 0.8]);
  expect(starFills(4.8).map(({ isPartial }) => isPartial)).toEqual([false, false, false, false, true]);
});

it.each([
  [0, [0, 0, 0, 0, 0]],
  [3, [1, 1, 1, 0, 0]],
  [3.25, [1, 1, 1, 0.25, 0]],
  [4, [1, 1, 1, 1, 0]],
])('CONT-02 a rating of %d fills %j', (rating, fills) => expect(shares(rating)).toEqual(fills));

it('CONT-02 full stars are capped at four: of five the last is a partial one, drawn whole', () => {
  expect(starFills(5).at(-1)).toEqual({ share: 1, isPartial: true });
});

it('CONT-02 any rating shows at most four full stars and one in part, and together they are the rating', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 5, noNaN: true }), (rating) => {
      const fills = starFills(rating);
      expect(fills).toHaveLength(STARS);
      expect(fills.filter(({ share, isPartial }) => share === 1 && !isPartial).length).toBeLessThanOrEqual(4);
      expect(fills.filter(({ isPartial }) => isPartial).length).toBeLessThanOrEqual(1);
      expect(fills.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(rating);
      for (const { share } of fills) expect(share >= 0 && share <= 1).toBe(true);
    }),
  );
});

it('CONT-10 an average has one decimal', () => {
  expect([4.8, 5, 4.25].map(ratingText)).toEqual(['4.8', '5.0', '4.3']);
});
