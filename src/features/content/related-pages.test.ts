import { expect, it } from 'vitest';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { relatedPages } from './info-page-content.ts';

it('NAV-05 Service Plus leads to warranty, roadside assist, capped prices and parts', () => {
  expect(relatedPages('service-plus')).toEqual([
    'warranty',
    'roadside-assist',
    'capped-price-servicing',
    'vehicle-parts-and-accessories',
  ]);
});

it('NAV-09 the trade-in page leads to the valuation terms', () => {
  expect(relatedPages('trade-in')).toContain('value-my-car-terms-and-conditions');
});

it('NAV-05 no page leads to itself, or twice to another', () => {
  for (const name of INFO_PAGES) {
    const related = relatedPages(name);
    expect(related).not.toContain(name);
    expect(new Set(related).size).toBe(related.length);
  }
});
