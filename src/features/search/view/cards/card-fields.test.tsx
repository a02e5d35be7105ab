import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CARD_CHIPS } from '#src/config/sections/stock/vehicle-page-section.ts';
import { CARD_FIELDS, type CardDocument } from '#src/features/search/index/search-document.ts';
import { financeQuery } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { car, cardSettings, NOW } from '../../../../../tests/fixtures/rendered-card.tsx';
import { VehicleCard } from './VehicleCard.tsx';

/** A vehicle that notes which of its fields are read; a copy of all of them reads none. */
function watched(change: Partial<CardDocument>, read: Set<string>): CardDocument {
  return new Proxy(
    { ...car, ...change },
    {
      get: (fields, name) => {
        read.add(String(name));
        return Reflect.get(fields, name);
      },
      ownKeys: () => [],
    },
  );
}

it('CARD-01 searches bring browsers no field that no card reads', () => {
  const read = new Set<string>();
  const card = { chips: [...CARD_CHIPS], buttons: ['view_details', 'finance', 'reserve'] };
  const settings = cardSettings({ card, site: { financeHref: '/finance' }, switches: { reserve: true } });
  for (const change of [{}, { tag: 'Test Drive Only' }, { status: 'sold' }, { location_name: null }])
    renderToStaticMarkup(
      <VehicleCard car={watched(change, read)} settings={settings} nowMs={NOW} sizes="three" />,
    );
  financeQuery(Object.assign(watched({}, read), { dealership: null, cents: null }));
  expect(CARD_FIELDS.filter((field) => !read.has(field))).toEqual([]);
});
