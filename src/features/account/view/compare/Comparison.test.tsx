import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { ComparedCar } from '#src/features/account/saved-cars/comparison.ts';
import { Comparison } from './Comparison.tsx';
import { COMPARED_SAMPLES } from './compared-samples.data.ts';

const ALL_STATES = (dollars: number) => Array.from({ length: 8 }, () => dollars);

function textOf(driveAways: readonly ComparedCar['driveAway'][]) {
  const cars = COMPARED_SAMPLES.map((car, at) => ({ ...car, driveAway: driveAways[at] ?? null }));
  const html = renderToStaticMarkup(
    <Comparison
      {...{ cars, missing: 0, isMore: false, noun: stockNoun(['cars']), searchHref: '/search', state: 'qld' }}
      slugs={cars.map(({ slug }) => slug)}
    />,
  );
  return html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
}

it('FAV-210 prices on the road are side by side, the estimated one marked', () => {
  const text = textOf([
    { prices: ALL_STATES(52_990), isEstimated: false },
    { prices: ALL_STATES(58_320), isEstimated: true },
  ]);
  expect(text).toContain('|On the road in QLD|$52,990|Est. $58,320|');
});

it('FAV-210 there is no such line where every price is drive away', () => {
  expect(textOf([{ prices: ALL_STATES(52_990), isEstimated: false }, null])).not.toContain('On the road');
});
