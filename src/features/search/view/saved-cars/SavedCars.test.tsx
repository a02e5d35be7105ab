import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SAMPLE_SAVED } from '#src/features/search/view/samples/sample-cards.data.ts';
import { cardSettings, textOf } from '../../../../../tests/fixtures/rendered-card.tsx';
import { GarageSaved } from './GarageSaved.tsx';
import { SavedCars, type SavedCarsProps } from './SavedCars.tsx';

const htmlOf = (watchlist: SavedCarsProps['watchlist']) =>
  renderToStaticMarkup(
    <SavedCars
      noun={{ one: 'car', many: 'cars' }}
      searchHref="/search"
      compareHref="/compare"
      rates={undefined}
      watchlist={watchlist}
      settings={cardSettings()}
      nowMs={Date.parse('2026-07-10T00:00:00Z')}
    />,
  );

it('FAV-06 a watchlist is whole without scripts: each vehicle with what changed, and a button that posts', () => {
  const html = htmlOf(SAMPLE_SAVED);
  expect(html.match(/<li class="saved-cars-entry/g)).toHaveLength(SAMPLE_SAVED.cars.length);
  expect(html.match(/formMethod="post"/gi)).toHaveLength(SAMPLE_SAVED.cars.length);
  for (const text of [
    '$2,000 less than when you saved it.',
    '$500 more than when you saved it.',
    'This car has been sold.',
    'This car is no longer listed.',
  ])
    expect(textOf(html)).toContain(text);
});

it('FAV-01 a sold vehicle, and one that is gone, cannot be chosen for an enquiry', () => {
  expect(htmlOf(SAMPLE_SAVED).match(/name="car_ids"/g)).toHaveLength(SAMPLE_SAVED.cars.length - 2);
});

it('FAV-01 a list of the browser is empty on the server, and an empty watchlist says so', () => {
  expect(htmlOf(undefined)).toBe('');
  expect(htmlOf({ cars: [], entries: [] })).toContain('Nothing saved yet');
});

it('FAV-260 the garage has the newest of a watchlist with what changed and a way to all; without any, one line', () => {
  const garage = (watchlist: SavedCarsProps['watchlist']) =>
    renderToStaticMarkup(
      <GarageSaved
        noun={{ one: 'car', many: 'cars' }}
        searchHref="/search"
        rates={undefined}
        watchlist={watchlist}
        settings={cardSettings()}
        nowMs={Date.parse('2026-07-10T00:00:00Z')}
      />,
    );
  const html = garage(SAMPLE_SAVED);
  expect(html.match(/<li class="saved-cars-entry/g)).toHaveLength(Math.min(4, SAMPLE_SAVED.cars.length));
  expect(textOf(html)).toContain('$2,000 less than when you saved it.');
  expect(textOf(html)).toContain(`See all ${SAMPLE_SAVED.cars.length} cars you saved`);
  expect(html).not.toContain('name="remove"');
  expect(garage({ cars: [], entries: [] })).not.toContain('<h2');
  expect(garage({ cars: [], entries: [] })).toContain('Nothing saved yet');
});
