import type { CardDocument } from '#src/domain/search/card-document.ts';
import type { SavedChange } from '#src/domain/vehicle/saved-change.ts';
import { SAMPLE_CARDS } from '../sample-cards.data.ts';
import type { SavedCarsProps } from './SavedCars.tsx';
import type { SavedListEntry } from './SavedEntries.tsx';

const carOf = (state: string): CardDocument[] =>
  SAMPLE_CARDS.flatMap((sample) => (sample.state === state ? [sample.car] : []));

const entry = (state: string, change: SavedChange | null): SavedListEntry[] =>
  carOf(state).map((car) => ({ kind: 'card', car, change, hasPage: true }));

const ENTRIES: readonly SavedListEntry[] = [
  ...entry('In stock', null),
  ...entry('Reduced, with a repayment', { kind: 'less', text: '$2,000 less than when you saved it.' }),
  ...entry('Tag of the dealer', { kind: 'more', text: '$500 more than when you saved it.' }),
  ...entry('Reserved', null),
  ...entry('Sold', { kind: 'sold', text: 'This car has been sold.' }),
  {
    kind: 'gone',
    id: 'gone',
    name: '2019 Mazda CX-5 Touring',
    change: { kind: 'gone', text: 'This car is no longer listed.' },
  },
];

/** FAV-06: a saved vehicle in every state of its list. */
export const SAMPLE_SAVED: NonNullable<SavedCarsProps['watchlist']> = {
  entries: ENTRIES,
  cars: ENTRIES.map((each) =>
    each.kind === 'card'
      ? { ...each.car, primary_image_url: '' }
      : { id: each.id, name: each.name ?? '', slug: each.id, make: '', model: '', primary_image_url: '' },
  ),
};
