import { expect, it } from 'vitest';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { FINANCE_PROVIDERS } from '#src/config/sections/finance/finance-section.ts';
import { LeadDestinationSchema } from '#src/config/sections/leads/leads-section.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { tabsOf } from '#src/features/locations/location-directory.ts';
import { settingsOf, valuesAt } from './settings.ts';

const { dealers, problems } = loadDealers('dealers');
const settings = settingsOf(DealerConfigSchema);
const used = (path: string) => dealers.flatMap((dealer) => valuesAt(dealer, path));

it('CFG-01 eight demo dealers are valid', () => {
  expect(problems).toEqual([]);
  expect(dealers).toHaveLength(8);
});

it('CFG-02 between them the demo dealers use every switch both ways', () => {
  // How a supplier writes its tables is no switch of a site.
  const switches = settings.filter(
    ({ path, schema }) => schema.type === 'boolean' && !path.startsWith('stock.feed.'),
  );
  const oneWay = switches.flatMap(({ path }) => {
    const values = new Set(used(path));
    return [true, false].filter((value) => !values.has(value)).map((value) => `${path} is never ${value}`);
  });
  expect(switches.length).toBeGreaterThan(40);
  // Cards of one list have the same controls; finance is open to all; figures of sales would be made up. The others have tests of their own.
  expect(oneWay.sort()).toEqual([
    'account.gates.equifaxFinance is never true',
    'dealerships[].switches.favourites is never false',
    'salesCounter.enabled is never true',
    'vehiclePage.financeCalculator is never false',
  ]);
});

it('CONT-276 the cards of each have the same controls', () => {
  for (const { slug, card, dealerships } of dealers) {
    expect(new Set(dealerships.map(({ switches }) => switches.favourites)).size, slug).toBe(1);
    expect(card.favouritesHiddenFor, slug).toEqual([]);
  }
});

it('CFG-02 between them they use every option of a choice', () => {
  const choices = settings.filter(({ schema }) => schema.type === 'picklist');
  const unused = choices.flatMap(({ path, schema }) => {
    const values = new Set(used(path));
    const options = Reflect.get(schema, 'options') as unknown[];
    return options
      .filter((option) => !values.has(option))
      .map((option) => `${path}: ${JSON.stringify(option)}`);
  });
  // A demo site is open and delivers to no server; drawings and states are no switches.
  const OTHERS =
    /^stock\.feed\.|^outboundFeeds\.deliveries|^locations\[\]\.address\.state|^state: |^status\.|\.icon: /;
  expect(unused.filter((each) => !OTHERS.test(each))).toEqual([]);
});

it('CFG-02 every optional setting is set by one of them', () => {
  // A demo site is open, has no image CDN and no search engine of its own, and delivers to no server; an information page
  // needs no picture, a dark site no own colours. Filters hide stock that a demo is to show.
  const OTHERS =
    /^stock\.feed|^outboundFeeds\.deliveries|^status\.|^images\.cdn|^pages\.|^theme\.darkColours\.|^search_filters\.|^search\.(?:host|key|index)$|\.alt$/;
  const optional = settings.filter(({ path, isOptional }) => isOptional && !OTHERS.test(path));
  const oneWay = optional.flatMap(({ path }) =>
    used(path).some((value) => value !== undefined) ? [] : [path],
  );
  expect(oneWay).toEqual([]);
});

it('LOC-13 each of their showrooms has a picture of its own at its head, and no location repeats one', () => {
  for (const { slug: dealer, locations } of dealers) {
    const listed = locations.filter(({ visible }) => visible);
    const showrooms = listed.filter((location) => tabsOf(location).includes('sales'));
    expect(
      showrooms.map(({ image }) => image),
      dealer,
    ).not.toContain(undefined);
    const heads = listed.flatMap(({ image }) => (image ? [image.image.url] : []));
    expect(new Set(heads).size, dealer).toBe(heads.length);
    for (const { slug, image, photos } of listed) {
      const urls = [image?.image.url, ...photos.map(({ url }) => url)];
      expect(new Set(urls).size, `${dealer} ${slug}`).toBe(urls.length);
    }
  }
});

it('CONT-11 no promotion of theirs goes out of date: it names no month, year or week', () => {
  const dated =
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|20\d\d|this (?:week|month|year|season)|(?:last|next) (?:week|month|year))\b/;
  const promotions = dealers.flatMap(({ slug, popup, slides, offers, content, search, account }) => [
    ...[popup, ...slides, content.home, search.promos].map((each) => [slug, JSON.stringify(each ?? {})]),
    ...offers.map(({ start, expiry, ...words }) => [slug, JSON.stringify(words)]),
    [slug, JSON.stringify(account.prizeWheel ?? {})],
  ]);
  const words = promotions.map(
    ([slug, text = '']) => `${slug}: ${text.replace(/"(?:start|expiry|expiryDate)":"[^"]*"/g, '')}`,
  );
  expect(words.filter((text) => dated.test(text))).toEqual([]);
});

it('FORM-11 leads are sent by every destination type, and for each place', () => {
  const types = LeadDestinationSchema.options.map(({ entries }) => entries.type.literal);
  expect(new Set(used('leads.destinations[].type'))).toEqual(new Set(types));
  const chosen = (key: string) => used(`leads.destinations[].${key}`).flat().length;
  for (const key of ['categories', 'forms', 'locations']) expect(chosen(key), key).toBeGreaterThan(0);
});

it('FORM-11 their destinations filter by existing categories and forms', () => {
  const forms = Object.keys(LEAD_FORMS);
  const categories = Object.values(LEAD_FORMS).map(({ category }) => category);
  expect(forms).toEqual(expect.arrayContaining(used('leads.destinations[].forms').flat()));
  expect(categories).toEqual(expect.arrayContaining(used('leads.destinations[].categories').flat()));
});

it('CFG-07 every lender is that of one of them', () => {
  expect(new Set(used('finance.provider'))).toEqual(new Set(FINANCE_PROVIDERS));
});
