import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PAYMENT_LOGOS } from '#src/config/sections/finance/payments-section.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => pages.close());

const CHAT = { script: 'https://chat.example/widget.js', origins: ['https://api.chat.example'] };
const ALL_SERVICES = {
  'analytics.googleTag': 'G-ABC1234567',
  'analytics.metaPixel': '12345678901',
  chat: CHAT,
  'dealerships.0.switches': { liveChat: true },
  slots: [
    { place: 'home', title: 'Value my car', frame: 'https://home.example/x' },
    { place: 'contact', title: 'Value my car', frame: 'https://contact.example/x' },
    { place: 'vehicle', title: 'Insure it', frame: 'https://vehicle.example/x' },
  ],
};
const { 'analytics.googleTag': _, ...NO_TAG_MANAGER } = ALL_SERVICES;

/** The sources of each directive of a page's policy. */
async function policyOf(path: string, settings: object): Promise<Record<string, string[]>> {
  const { headers } = await pages.render(path, settings as Record<string, unknown>);
  const directives = String(headers['content-security-policy'])
    .split(';')
    .map((text) => text.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}
const hosts = (sources: readonly string[] = []) => sources.filter((source) => /^(?:https|wss):/.test(source));

async function carPath(): Promise<string> {
  const { html } = await pages.render('/search/used-cars');
  return /href="(\/cars\/[^"/]+)"/.exec(html)?.[1] ?? '';
}

const crumbsOf = (html: string) => {
  const nav = /<nav class="[^"]*breadcrumbs"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? '';
  return [...nav.matchAll(/<li[^>]*>\s*(?:<a href="([^"]*)"[^>]*>)?\s*([^<]*?)\s*</g)].map(
    ([, path, name]) => `${name}${path ? ` ${path}` : ''}`,
  );
};

it.each(['/', '/about-us', '/search/used-cars', '/contact', 'a vehicle'])(
  'PLAT-18 the headers of %s take less than 2.5 KB, and pictures come from named hosts',
  async (page) => {
    const path = page.startsWith('/') ? page : await carPath();
    for (const settings of [{}, ALL_SERVICES]) {
      const { headers } = await pages.render(path, settings as Record<string, unknown>);
      const size = Object.entries(headers).reduce((sum, pair) => sum + pair.join(': ').length + 2, 0);
      expect(size).toBeLessThan(2500);
      expect(headers['content-security-policy']).toMatch(/img-src [^;]*'self'/);
      expect(headers['content-security-policy']).not.toMatch(/img-src [^;]*https:(?=[ ;])/);
    }
  },
);

it('CFG-02 a page of a site without services allows no other host', async () => {
  const policy = await policyOf('/about-us', {});
  expect([...hosts(policy['script-src']), ...hosts(policy['connect-src'])]).toEqual([]);
  expect(policy).not.toHaveProperty('frame-src');
});

it('CFG-02 a page allows the hosts of its services, and its own scripts still run', async () => {
  const policy = await policyOf('/about-us', NO_TAG_MANAGER);
  expect(policy['script-src']).toContain("'self'");
  expect(hosts(policy['script-src'])).toEqual([
    'https://connect.facebook.net',
    'https://chat.example',
    'https://api.chat.example',
  ]);
  expect(policy['connect-src']).toContain("'self'");
  expect(policy['connect-src']).toContain('wss://api.chat.example');
  expect(hosts(policy['frame-src'])).toEqual(['https://chat.example', 'https://api.chat.example']);
});

it.each([
  ['/', 'https://home.example'],
  ['/contact', 'https://contact.example'],
])('CFG-02 %s allows the frames of its place', async (path, host) => {
  const { 'frame-src': frames } = await policyOf(path, ALL_SERVICES);
  expect(frames?.filter((source) => source.includes('.example') && !source.includes('chat'))).toEqual([host]);
});

it('CFG-02 the page of a car allows the frames of its place, chat and robot, and its own scripts still run', async () => {
  const robot = { autobot: { script: 'https://robot.example/bot.js' } };
  const policy = await policyOf(await carPath(), { ...NO_TAG_MANAGER, ...robot });
  const { 'frame-src': frames } = policy;
  expect(policy['script-src']).toEqual(
    expect.arrayContaining(["'self'", 'https://chat.example', 'https://robot.example']),
  );
  expect(frames).toContain('https://vehicle.example');
  expect(frames).not.toContain('https://home.example');
});

it('NAV-11 every configured page below home has breadcrumbs, for people and machines', async () => {
  const dealer = pages.configured();
  for (const route of siteRoutes(dealer).filter(({ path }) => path !== '/')) {
    const { html, status } = await pages.render(route.path);
    if (status !== 200) continue;
    const crumbs = crumbsOf(html);
    expect([route.path, crumbs[0], crumbs.at(-1)]).toEqual([route.path, 'Home /', route.label]);
    expect(html).toContain('"@type":"BreadcrumbList"');
    expect(html.match(/class="[^"]*breadcrumbs/g)).toHaveLength(1);
  }
  const home = await pages.render('/');
  expect(home.html).not.toContain('BreadcrumbList');
});

it('NAV-11 a location is below the directory, a search shows its make, an enquiry its form', async () => {
  expect(crumbsOf((await pages.render('/locations/harbour-city-sales')).html)).toEqual([
    'Home /',
    'Locations /dealer-locator',
    'Harbour City Sales',
  ]);
  expect(crumbsOf((await pages.render('/search/toyota')).html)).toEqual([
    'Home /',
    'All cars /search/new-used-and-demo-cars',
    'Toyota',
  ]);
  expect(crumbsOf((await pages.render('/enquire/contact')).html)).toHaveLength(2);
  const car = await pages.render(await carPath());
  expect(crumbsOf(car.html).slice(0, 2)).toEqual(['Home /', 'Used cars /search/used-cars']);
  expect(car.html.match(/BreadcrumbList/g)).toHaveLength(1);
});

it('VDP-17 the page of a car has no bar with a number, and no number of the dealer in its frame', async () => {
  const { html } = await pages.render(await carPath(), ALL_SERVICES);
  expect(html).not.toContain('mobile-bar"');
  const { phones, locations } = pages.configured();
  for (const phone of [phones.main, ...locations.map((location) => location.phone)]) {
    expect(html).not.toContain(phone);
    expect(html).not.toContain(phone.replaceAll(' ', ''));
  }
});

it('CFG-09 one place is reached by directions, several by their list', async () => {
  const one = { 'locations.1.visible': false, 'locations.2.visible': false };
  const bar = async (settings: object) => {
    const { html } = await pages.render('/about-us', settings as Record<string, unknown>);
    return /<nav aria-label="Search, save and call">(.*?)<\/nav>/s.exec(html)?.[1] ?? '';
  };
  expect(await bar(one)).toMatch(/href="https:\/\/www\.google\.com\/maps\/dir\/[^"]*"[^>]*>.*Directions/s);
  expect(await bar({})).toMatch(/href="\/dealer-locator"[^>]*>.*Locations/s);
});

it('CFG-09 the bar of small screens leads to search, saved cars, selling, the place and the phone', async () => {
  const labels = async (settings: Record<string, unknown>) => {
    const { html } = await pages.render('/about-us', settings);
    const [, bar = ''] = /<nav aria-label="Search, save and call">(.*?)<\/nav>/s.exec(html) ?? [];
    return [...bar.matchAll(/<\/svg>\s*([^<]+?)\s*<\/a>/g)].map(([, label]) => label);
  };
  expect(await labels({ 'pages.trade-in.enabled': true })).toEqual([
    'Search',
    'Saved',
    'Sell',
    'Locations',
    'Call',
  ]);
  const few = { 'pages.trade-in.enabled': false, 'card.favourites': false };
  expect(await labels(few)).toEqual(['Search', 'Locations', 'Call']);
});

it('CONT-08 accepted payments are marks with their names, in the order given; none without them', async () => {
  const marksOf = async (logos: readonly string[]) => {
    const { html } = await pages.render('/about-us', { 'payments.logos': logos });
    const [, list = ''] = /aria-label="Accepted payments"[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
    return [...list.matchAll(/role="img" aria-label="([^"]+)"/g)].map(([, name]) => name);
  };
  expect(await marksOf(['visa', 'mastercard', 'maestro', 'google_pay', 'apple_pay'])).toEqual([
    'Visa',
    'Mastercard',
    'Maestro',
    'Google Pay',
    'Apple Pay',
  ]);
  expect(await marksOf(['apple_pay'])).toEqual(['Apple Pay']);
  expect(await marksOf([])).toEqual([]);
});

it('CONT-08 every accepted payment has its drawing', async () => {
  const drawings = readFileSync('src/platform/ui/payment-logos.svg', 'utf8');
  const { html } = await pages.render('/about-us', { 'payments.logos': PAYMENT_LOGOS });
  const drawn = [...html.matchAll(/<use href="\/_astro\/payment-logos\.[^"#]+#([^"]+)"/g)].map(
    ([, id]) => id,
  );
  expect(drawn).toEqual(PAYMENT_LOGOS);
  for (const logo of PAYMENT_LOGOS) expect(drawings).toContain(`<symbol id="${logo}"`);
});

it('NAV-12 proof of ownership is only on the home page', async () => {
  const settings = { 'searchConsole.google': 'google-token-1234' };
  expect((await pages.render('/', settings)).html).toContain('google-token-1234');
  expect((await pages.render('/about-us', settings)).html).not.toContain('google-token-1234');
});

it('NAV-12 the not-found page has a search in the site’s own words, and working links', async () => {
  const caravans = await pages.render('/enquire/nothing', { verticals: ['caravans', 'cars'] });
  expect(caravans.status).toBe(404);
  expect(caravans.html).toMatch(/Search caravans/);
  expect(caravans.html).not.toContain('Search cars');
  expect(caravans.html).toContain('name="query"');
  expect(caravans.html).not.toMatch(/<li>\s*<a href="\/special-offers"/);
});

it('NAV-11 the skip link is first on a page', async () => {
  const { html } = await pages.render('/about-us');
  const first = /<(?:a|button|input|summary)\b[^>]*>/.exec(html.slice(html.indexOf('<body')))?.[0];
  expect(first).toContain('class="skip-link');
});
