import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PublicConfig, toPublicConfig } from '#src/config/public/public-config.ts';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { MENU_LISTS } from '#src/config/sections/site/navigation-section.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { TEMPLATES } from '#src/platform/theme/template-settings.ts';
import { menuAddress } from './menu-address.ts';
import { footerMenu, garageLink, headerMenu } from './site-menus.ts';

const dealer = loadDealers('tests/fixtures/dealers').dealers.find(({ slug }) => slug === 'switchboard');
if (!dealer) throw new Error('No dealer to test with');
const sound = toPublicConfig(dealer);

type Navigation = PublicConfig['navigation'];
const withMenu = (header: unknown[], changes: Partial<PublicConfig> = {}): PublicConfig => ({
  ...sound,
  ...changes,
  navigation: { ...sound.navigation, header: header as Navigation['header'], footer: [] },
});
const menuOf = (header: unknown[], changes: Partial<PublicConfig> = {}) =>
  headerMenu(withMenu(header, changes)).map(({ label, href, links }) => ({
    label,
    href,
    links: links.map((link) => `${link.label} ${link.href}`),
  }));
const pages = (...on: string[]): PublicConfig['pages'] =>
  ({
    ...sound.pages,
    ...Object.fromEntries(
      INFO_PAGES.map((name) => [name, { ...sound.pages[name], enabled: on.includes(name) }]),
    ),
  }) as PublicConfig['pages'];
const brand = (title: string, more: object = {}) => ({
  title,
  slug: title.toLowerCase(),
  kind: 'car' as const,
  make: undefined,
  logo: undefined,
  banner: undefined,
  description: [],
  certified: false,
  skipPage: false,
  ...more,
});
const website = (name: string, make: string) => ({
  name,
  slug: name.toLowerCase(),
  make,
  url: `https://${name.toLowerCase()}.example`,
});

const own = (slug: string) => ({ slug, title: slug.toUpperCase(), paragraphs: 'Text.', listed: true });

it('NAV-15 a page of the dealer’s own is in the menu it names, unless a menu links to it', () => {
  const company = {
    label: 'Company',
    items: [
      { label: 'About', href: '/about-us' },
      { label: 'Contact', href: sound.links.contact },
    ],
  };
  const changes = {
    ownPages: [
      { ...own('team'), menu: 'header' as const },
      { ...own('story'), menu: 'none' as const },
      { ...own('history'), menu: 'footer' as const },
    ],
  };
  expect(menuOf([company], changes).at(-1)?.links.at(-1)).toBe('TEAM /team');
  const linking = { ...company, items: [...company.items, { label: 'Us', href: '/team' }] };
  expect(
    menuOf([linking], changes)
      .at(-1)
      ?.links.filter((each) => each.endsWith('/team')),
  ).toEqual(['Us /team']);
  const plain = menuOf(
    [
      { label: 'Home', href: '/' },
      { label: 'About', href: '/about-us' },
    ],
    changes,
  );
  expect(plain.map(({ href }) => href)).toEqual(expect.arrayContaining(['/', '/team', '/about-us']));
  const footer = footerMenu({ ...sound, ...changes }).flatMap(({ links }) => links.map(({ href }) => href));
  expect(footer).toContain('/history');
  expect(footer).not.toContain('/story');
  const named = { ...changes, ownPages: [{ ...own('about-us'), menu: 'footer' as const }] };
  expect(
    footerMenu({ ...sound, ...named })
      .flatMap(({ links }) => links)
      .filter(({ label }) => label === 'ABOUT-US'),
  ).toEqual([]);
});

it('CFG-09 a list follows the entry’s own links, each address once', () => {
  const service = {
    label: 'Service',
    items: [{ label: 'Six years', href: '/warranty' }],
    list: 'service',
  };
  const changes = {
    pages: pages('service', 'warranty'),
    serviceBooking: [{ name: 'Book a Toyota service', make: 'Toyota', url: 'https://book.example' }],
  };
  expect(menuOf([service], changes)).toEqual([
    {
      label: 'Service',
      href: undefined,
      links: ['Six years /warranty', 'Service /service', 'Book a Toyota service https://book.example'],
    },
  ]);
});

it('CFG-09 stock is listed by the conditions a site sells and with the nouns of its vertical', () => {
  const entry = [{ label: 'Our Stock', list: 'stock' }];
  expect(menuOf(entry, { verticals: ['caravans', 'cars'] })[0]?.links).toEqual([
    'All Caravans /search/new-used-and-demo-cars',
    'New Caravans /search/new-cars',
    'Demo Caravans /search/demo-cars',
    'Used Caravans /search/used-cars',
  ]);
  expect(menuOf(entry, { sells: ['used'] })).toEqual([
    { label: 'Our Stock', href: '/search/used-cars', links: [] },
  ]);
});

it('CFG-09 models, brands and locations are listed by their own addresses', () => {
  const changes = {
    models: [
      { name: 'MU-X', slug: 'mu-x', make: 'Isuzu', tagline: undefined, picture: undefined, features: [] },
    ],
    brands: [brand('Isuzu'), brand('LDV', { skipPage: true, make: 'LDV Vans' })],
    links: { ...sound.links, models: '/' as const, locations: '/our-location' as const },
  };
  expect(
    menuOf([{ label: 'Models', items: [{ label: 'All', href: '/brands' }], list: 'models' }], changes)[0]
      ?.links,
  ).toEqual(['All /brands', 'MU-X /mu-x']);
  expect(menuOf([{ label: 'Brands', list: 'brands' }], changes)[0]?.links).toEqual([
    'Isuzu /isuzu/overview',
    'LDV /search/ldv-vans',
  ]);
  expect(menuOf([{ label: 'Find us', list: 'locations' }], changes)[0]?.links).toEqual(
    sound.locations.map(({ name, slug }) => `${name} /our-location/${slug}`),
  );
});

it('CFG-09 an entry that would lead nowhere is left out, one that leads to one place is that link', () => {
  const entries = [
    { label: 'Models', list: 'models' },
    { label: 'Careers', href: '/careers' },
    {
      label: 'Company',
      items: [
        { label: 'Careers', href: '/careers' },
        { label: 'About', href: '/about-us' },
      ],
    },
  ];
  expect(menuOf(entries, { pages: pages() })).toEqual([{ label: 'Company', href: '/about-us', links: [] }]);
  expect(menuOf(entries, { pages: pages('careers') }).map(({ label }) => label)).toEqual([
    'Careers',
    'Company',
  ]);
});

it('CFG-12 menus use the site’s own addresses, including finance on another site', () => {
  const links = { ...sound.links, contact: '/contact-us' as const, finance: 'https://finance.example/apply' };
  const entries = [
    { label: 'Contact', href: '/contact' },
    { label: 'Finance', href: '/finance' },
  ];
  expect(menuOf(entries, { links, pages: pages() }).map(({ href }) => href)).toEqual([
    '/contact-us',
    'https://finance.example/apply',
  ]);
  expect(menuOf(entries, { pages: pages() }).map(({ href }) => href)).toEqual(['/contact']);
});

it('CFG-20 the mega menu leads to overview, stock and websites of each brand, then of other makes', () => {
  const changes = {
    brands: [brand('Isuzu', { make: 'Isuzu UTE' }), brand('LDV', { skipPage: true })],
    websites: [website('North', 'isuzu ute'), website('South', 'Isuzu UTE'), website('Elsewhere', 'Kia')],
  };
  const site = withMenu([{ label: 'Brands', list: 'brands' }], changes);
  const mega = { ...site, navigation: { ...site.navigation, megaMenu: true } };
  const [entry] = headerMenu(mega);
  expect(entry?.links).toEqual([]);
  expect(
    entry?.brands.map(({ title, links }) => [title, ...links.map((l) => `${l.label} ${l.about} ${l.href}`)]),
  ).toEqual([
    [
      'Isuzu',
      'Overview Isuzu /isuzu/overview',
      'View stock Isuzu /search/isuzu-ute',
      'Visit Website North https://north.example',
      'Visit Website South https://south.example',
    ],
    ['LDV', 'View stock LDV /search/ldv'],
    ['Kia', 'Visit Website Elsewhere https://elsewhere.example'],
  ]);
  expect(headerMenu(site)[0]?.brands).toEqual([]);
});

it.each(['metro', 'yard'] as const)('CFG-10 the menus of %s fit a site with every page off', (template) => {
  const navigation = TEMPLATES[template].navigation as Navigation;
  const bare = { ...sound, pages: pages(), navigation: { ...sound.navigation, ...navigation } };
  const groups = footerMenu(bare).map(({ heading, links }) => [heading, ...links.map(({ label }) => label)]);
  expect(groups).toEqual([
    ['Buyer Tools', 'New', 'Demo', 'Used Cars'],
    [sound.name, 'About', 'Contact', 'Privacy', 'Terms'],
  ]);
  expect(headerMenu(bare).map(({ label }) => label)).toEqual(['Home', 'Our Stock', 'Company']);
});

it('FORM-10 the header leads to selling, once, where the dealer buys, in the words of what it sells', () => {
  const labels = (header: unknown[], changes: Partial<PublicConfig>) =>
    menuOf(header, changes).map(({ label }) => label);
  const ends = [
    { label: 'Home', href: '/' },
    { label: 'Contact', href: '/contact' },
  ];
  expect(labels(ends, { pages: pages('trade-in') })).toEqual(['Home', 'Sell your car', 'Contact']);
  expect(labels(ends, { pages: pages('trade-in'), verticals: ['caravans'] })).toContain('Sell your caravan');
  expect(labels(ends, { pages: pages() })).toEqual(['Home', 'Contact']);
  const own = [...ends, { label: 'We buy', href: sound.links.tradeIn }];
  expect(labels(own, { pages: pages('trade-in') })).toEqual(['Home', 'Contact', 'We buy']);
});

it('CFG-10 the menus of a franchise with every page on are those of the specification', () => {
  const on = pages(...INFO_PAGES);
  const site = {
    ...sound,
    pages: {
      ...on,
      warranty: { ...on.warranty, title: '6 year warranty' },
      'roadside-assist': { ...on['roadside-assist'], title: '7 year roadside assistance' },
      'capped-price-servicing': { ...on['capped-price-servicing'], title: '5 year capped price servicing' },
    },
    models: [
      { name: 'MU-X', slug: 'mu-x', make: 'Isuzu', tagline: undefined, picture: undefined, features: [] },
    ],
    slides: [
      { id: 'a', name: 'A', description: undefined, url: undefined, picture: undefined, hide_overlay: false },
    ],
    navigation: { ...sound.navigation, ...(TEMPLATES.metro.navigation as Navigation) },
  };
  expect(headerMenu(site).map(({ label }) => label)).toEqual([
    'Home',
    'Vehicles',
    'Offers',
    'Our Stock',
    'Finance',
    'Service',
    'Sell your car',
    'Company',
  ]);
  const labels = (name: string) =>
    headerMenu(site)
      .find(({ label }) => label === name)
      ?.links.map((l) => l.label);
  expect(labels('Service')).toEqual([
    'Book a Service',
    'Service Plus',
    '6 year warranty',
    '7 year roadside assistance',
    '5 year capped price servicing',
    'Genuine Parts and Accessories',
  ]);
  expect(labels('Company')).toEqual([
    'About Us',
    'Careers',
    'Contact Us',
    'Locations',
    'Fleet',
    'Terms And Conditions',
  ]);
  expect(footerMenu(site).map(({ heading }) => heading)).toEqual([
    'Vehicles',
    'Buyer Tools',
    'Servicing and Parts',
    sound.name,
  ]);
});

it('CFG-09 the menus of a dealer that states no years name none', () => {
  const navigation = { ...sound.navigation, ...(TEMPLATES.metro.navigation as Navigation) };
  const on = pages('warranty', 'roadside-assist', 'capped-price-servicing');
  const titled = { ...on, warranty: { ...on.warranty, title: 'Our warranty' } };
  const links = headerMenu({ ...sound, pages: titled, navigation }).find(
    ({ label }) => label === 'Service',
  )?.links;
  expect(links?.map(({ label }) => label)).toEqual([
    'Our warranty',
    on['roadside-assist'].title,
    on['capped-price-servicing'].title,
  ]);
  expect(JSON.stringify(TEMPLATES)).not.toMatch(/\d year/);
});

it('NAV-08 the last group of the footer leads to the pages of the account that no menu has', () => {
  const account = { ...sound.account, signIn: true, myGarage: true, onlinePayment: true };
  const links = { ...sound.links, garage: '/mymotorama' as const };
  const group = { heading: 'Company', items: [{ label: 'About', href: '/about-us' }] };
  const labels = (items: object[], more: Partial<PublicConfig> = {}) => {
    const navigation = { ...sound.navigation, header: [], footer: [{ ...group, items }] } as Navigation;
    return footerMenu({ ...sound, account, links, navigation, ...more })[0]?.links.map(({ label }) => label);
  };
  expect(labels(group.items)).toEqual(['About', 'My garage', 'Pay an invoice']);
  expect(labels([{ label: 'Garage', href: '/mymotorama' }])).toEqual(['Garage', 'Pay an invoice']);
  expect(labels(group.items, { account: { ...account, signIn: false } })).toEqual(['About']);
});

it('NAV-211 the header leads to the garage of a site that has one', () => {
  const account = { ...sound.account, signIn: true, myGarage: true };
  const links = { ...sound.links, garage: '/mymotorama' as const };
  const linkOf = (more: Partial<PublicConfig>) => garageLink({ ...sound, account, links, ...more })?.href;
  expect(linkOf({})).toBe('/mymotorama');
  expect(linkOf({ account: { ...account, signIn: false } })).toBeUndefined();
  const status = { state: 'paused' as const, message: undefined, movedTo: undefined };
  expect(linkOf({ status })).toBeUndefined();
});

it('CFG-02 a closed site has no header menu, and in the footer only the pages it still has', () => {
  const status = { state: 'paused' as const, message: undefined, movedTo: undefined };
  const navigation = { ...sound.navigation, ...(TEMPLATES.metro.navigation as Navigation) };
  const paused = { ...sound, status, navigation };
  expect(headerMenu(paused)).toEqual([]);
  expect(footerMenu(paused)).toEqual([
    {
      heading: sound.name,
      links: [
        { label: 'Privacy', href: '/privacy-policy' },
        { label: 'Terms', href: '/terms-and-conditions' },
      ],
    },
  ]);
});

it('CFG-09 for any settings, no menu links to a page the site does not have', () => {
  const anyPages = fc.subarray([...INFO_PAGES]);
  const anyEntry = fc.record({ label: fc.constant('Entry'), list: fc.constantFrom(...MENU_LISTS) });
  fc.assert(
    fc.property(
      anyPages,
      fc.array(anyEntry, { maxLength: 5 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('live', 'paused', 'retired'),
      (on, entries, isYard, skipPage, state) => {
        const site = withMenu([...entries, ...(TEMPLATES.metro.navigation as Navigation).header], {
          pages: pages(...on),
          sells: isYard ? ['used'] : ['new', 'demo', 'used'],
          brands: [brand('Isuzu', { skipPage })],
          status: { state, message: undefined, movedTo: undefined } as PublicConfig['status'],
        });
        for (const { href, links } of headerMenu(site)) {
          for (const address of [...(href ? [href] : []), ...links.map((link) => link.href)]) {
            expect(menuAddress(site, address)).toBe(address);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});
