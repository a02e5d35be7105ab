import { FORM_NAMES } from '#src/config/sections/leads/lead-form-settings.ts';
import { pageTypesOf } from '../../scripts/contact-sheet/sheet-pages.ts';
import { IS_FULL } from '../extent.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { expect, get, siteUrl, test } from './site.ts';
import { readPage } from './visible-texts.ts';

/** Words of a trade in cars; not as part of an address or of another word. */
const WORDS_OF_CARS = /(?<![-/_\w.@])(?:cars?|drive[ -]?away)(?![-/_\w])/i;
const DEALERS = demoDealers();
const WITHOUT_CARS = DEALERS.filter(({ verticals }) => !verticals.includes('cars'));

/** Pages that no link leads to. */
const UNLINKED = [
  ...FORM_NAMES.flatMap((form) => [`/enquire/${form}`, `/success?form=${form}`]),
  ...['/not-there', '/cars/none-of-these', '/search/none-of-these', '/compare', '/saved-cars'],
  '/search/used-cars?query=zzqqxx',
];

/** Pages of one kind that are read, by the first part of their path. */
const MOST_OF_A_KIND = IS_FULL ? 60 : 8;
const kindOf = (path: string) => {
  const [, first = '', second] = path.split(/[/?]/);
  return first === 'enquire' ? path.split('?')[0] : `${first}${second === undefined ? '' : '/*'}`;
};

test.describe.configure({ mode: 'parallel' });

test('CFG-13 some dealers sell no cars, others do', () => {
  expect(WITHOUT_CARS.length).toBeGreaterThan(1);
  expect(WITHOUT_CARS.length).toBeLessThan(DEALERS.length);
});

for (const dealer of WITHOUT_CARS) {
  test(`CFG-13 no page of ${dealer.slug}, who sells none, speaks of a car, the style guide apart`, async () => {
    test.slow();
    // Samples for designers are the same at every dealer.
    const types = pageTypesOf(dealer).flatMap(({ path }) => (path === '/style-guide' ? [] : (path ?? [])));
    const queue = ['/', ...types, ...UNLINKED, dealer.search.defaultPath];
    const seen = new Set(queue);
    const count = new Map<string, number>();
    const faults: string[] = [];
    for (const path of queue) {
      const { status, text, location } = await get(siteUrl(dealer.slug, path));
      const { texts, links } = readPage(text);
      faults.push(
        ...texts.filter((each) => WORDS_OF_CARS.test(each)).map((each) => `${path}: ${each.trim()}`),
      );
      if (status >= 500) faults.push(`${path}: ${status}`);
      for (const link of location === undefined ? links : [location]) {
        if (!/^\/(?!\/|images\/)/.test(link)) continue;
        const next = link.split('#')[0] ?? '';
        const kind = kindOf(next) ?? '';
        const known = count.get(kind) ?? 0;
        if (seen.has(next) || known >= MOST_OF_A_KIND) continue;
        seen.add(next);
        count.set(kind, known + 1);
        queue.push(next);
      }
    }
    expect(queue.length).toBeGreaterThan(40);
    expect([...new Set(faults)].slice(0, 20)).toEqual([]);
  });
}

test('CFG-13 a caravan’s card and page have berths, length and tare, and its inspection is arranged @core', async () => {
  const { text } = await get(siteUrl('longpaddock-caravans', '/search/new-used-and-demo-cars'));
  expect(text).toMatch(/\d berths?</);
  expect(text).toMatch(/[\d.]+ ft</);
  expect(text).toMatch(/[\d,]+ kg tare</);
  const [, path = ''] = /<article[\s\S]*?href="(\/cars\/[^"]+)"/.exec(text) ?? [];
  const page = await get(siteUrl('longpaddock-caravans', path));
  for (const fact of ['Berths', 'Length', 'Tare', 'Arrange an inspection']) expect(page.text).toContain(fact);
});

const textsOf = (html: string) => readPage(html).texts.map((text) => text.trim());

test('CFG-16 a subscription’s card and page have Subscribe, inclusions, term and kilometres, and no loan', async () => {
  const { text } = await get(siteUrl('brightkey', '/search/used-cars'));
  expect(text).toMatch(/<title>[^<]*by subscription in/);
  const cards = [...text.matchAll(/<article[\s\S]*?<\/article>/g)].map(([card]) => card);
  // Some vehicles are for sale there.
  const subscriptions = cards.filter((card) => textsOf(card).includes('Subscription'));
  expect(subscriptions.length).toBeGreaterThan(3);
  for (const card of subscriptions) {
    expect(card).toMatch(/Minimum 4 weeks, 300 km a week\. Registration, [^<]* included</);
    expect(card).not.toContain('comparison rate');
    const texts = textsOf(card);
    expect(texts).toContain('Subscribe');
    expect(texts).not.toContain('Enquire Now');
  }
  const [, path = ''] = /href="(\/cars\/[^"]+)"/.exec(subscriptions[0] ?? '') ?? [];
  const page = textsOf((await get(siteUrl('brightkey', path))).text);
  for (const each of ['Subscribe', 'In the weekly price', 'Registration', '4 weeks', '300 km a week'])
    expect(page).toContain(each);
  for (const each of ['Get Finance', 'Book a Test Drive', 'Enquire Now']) expect(page).not.toContain(each);
});

test('CONT-267 CONT-268 Subscribe asks for a subscription, and no page of the site for a loan', async () => {
  const { text } = await get(siteUrl('brightkey', '/search/used-cars'));
  const [, form = ''] = /href="(\/enquire\/enquire-now\?car_id=\w+)"[^>]*>\s*Subscribe/.exec(text) ?? [];
  const page = (await get(siteUrl('brightkey', form))).text;
  const texts = textsOf(page);
  for (const each of ['From when would you like it?', 'For how long?', 'Where would you like to collect it?'])
    expect(texts).toContain(each);
  expect(texts).toContain('Ask to subscribe');
  expect(page).toMatch(/Hi, I’d like to subscribe to the [^<]+\.</);
  for (const path of ['/', '/search/used-cars', '/about-us', '/terms-and-conditions', '/enquire/enquiry']) {
    // Without the properties of islands, which no shopper reads.
    const html = (await get(siteUrl('brightkey', path))).text.replaceAll(/ props="[^"]*"/g, '');
    const shown = textsOf(html).join('\n');
    expect(shown, path).not.toMatch(/financ|repayment|on your terms|loan/i);
  }
  expect((await get(siteUrl('brightkey', '/finance'))).status).toBe(404);
});
