import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { INFO_PAGE_COPY } from '#src/platform/theme/info-page-copy.data.ts';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { fillPlaceholders } from './derive-settings.ts';

const [dealer] = demoDealers();
if (!dealer) throw new Error('No dealer.');

const filled = (change: Partial<DealerConfig['pages']['service']>) => {
  const pages = { ...dealer.pages, service: { ...dealer.pages.service, ...change } };
  return fillPlaceholders({ ...dealer, name: 'Harbour $& Motors', pages }).pages.service;
};

it('NAV-05 {name} and {city} are filled in wherever an information page has them', () => {
  const city = dealer.locations.find(({ primary }) => primary)?.address.city;
  const page = filled({
    title: 'Service at {name}',
    faqs: [{ question: 'Where in {city}?', answer: '{name}, {city}' }],
  });
  expect(page.title).toBe('Service at Harbour $& Motors');
  expect(page.faqs[0]).toEqual({ question: `Where in ${city}?`, answer: `Harbour $& Motors, ${city}` });
});

it('NAV-05 other braces are unchanged', () => {
  expect(filled({ title: '{constructor} {rate}' }).title).toBe('{constructor} {rate}');
});

it('NAV-05 a dealer file is read with its names filled in', () => {
  expect(JSON.stringify(dealer.pages)).not.toMatch(/\{(?:name|city)\}/);
  expect(dealer.pages.careers.sections[0]?.paragraphs[0]).toContain(dealer.name);
});

it.each([
  [7, 'It is valid for 7 days.'],
  [1, 'It is valid for 1 day.'],
])('NAV-09 FORM-14 pages on valuations make the promises of the settings: %i days', (validDays, words) => {
  const pages = { ...dealer.pages };
  for (const name of ['trade-in', 'value-my-car-terms-and-conditions'] as const) {
    const { lead, sections } = INFO_PAGE_COPY[name];
    const whole = (sections ?? []).map(({ heading, paragraphs = [], points = [] }) => ({
      ...{ heading, paragraphs: [...paragraphs], points: [...points] },
    }));
    pages[name] = { ...pages[name], lead, sections: whole };
  }
  const tradeIn = { ...dealer.tradeIn, validDays };
  const leads = { ...dealer.leads, responsePromise: 'We reply within two hours.' };
  const filledPages = fillPlaceholders({ ...dealer, pages, tradeIn, leads }).pages;
  expect(filledPages['trade-in'].lead).toMatch(/come back with a price\. We reply within two hours\.$/);
  expect(JSON.stringify(filledPages['value-my-car-terms-and-conditions'])).toContain(words);
});
