import { expect, it } from 'vitest';
import { loadDealers } from './load-dealers.ts';
import { checkMenus } from './menu-checks.ts';

const dealer = loadDealers('tests/fixtures/dealers').dealers.find(({ slug }) => slug === 'switchboard');
if (!dealer) throw new Error('No dealer to test with');

const found = (header: unknown[], own: object = { navigation: { header } }, state = 'live') =>
  checkMenus(
    {
      ...dealer,
      status: { ...dealer.status, state: state as 'live' },
      navigation: { ...dealer.navigation, header: header as typeof dealer.navigation.header },
    },
    { ...own },
  ).map(({ path, received }) => `${path} ${received}`);

it('CFG-09 a link of the dealer’s own menu to a page that is off is told with its place', () => {
  const header = [
    { label: 'Careers', href: '/careers' },
    {
      label: 'Service',
      items: [
        { label: 'About', href: '/about-us' },
        { label: 'Book', href: '/service' },
      ],
    },
  ];
  expect(found(header)).toEqual([
    'navigation.header.0.href "/careers"',
    'navigation.header.1.items.1.href "/service"',
  ]);
  expect(found(header, {})).toEqual([]);
});

it('CFG-09 stock, files, other sites and other spellings are no mistake, nor is a site that is paused', () => {
  const header = [
    { label: 'Utes', href: '/search/used-cars?body=ute' },
    { label: 'Brochure', href: '/brochures/2026.pdf' },
    { label: 'Group', href: 'https://group.example' },
    { label: 'Contact', href: '/contact-us' },
  ];
  expect(found(header)).toEqual([]);
  expect(found(header, undefined, 'paused')).toEqual([]);
});

it('CFG-05 a yard with used cars alone does not lead to new ones', () => {
  const header = [{ label: 'New', href: '/search/new-cars' }];
  expect(found(header)).toEqual([]);
  const yard = { ...dealer, stock: { ...dealer.stock, usedOnly: true } };
  const navigation = { ...dealer.navigation, header, footer: [] } as typeof dealer.navigation;
  expect(checkMenus({ ...yard, navigation }, { navigation: { header } })).toHaveLength(1);
});

it('CFG-09 an entry says where it leads', () => {
  expect(found([{ label: 'Nothing' }])).toEqual([
    'navigation.header.0 the entry "Nothing" with none of them',
  ]);
});

it('CFG-10 links of the footer are looked at alike', () => {
  const footer = [{ heading: 'Us', items: [{ label: 'Fleet', href: '/fleet' }] }];
  const navigation = { ...dealer.navigation, footer } as typeof dealer.navigation;
  expect(checkMenus({ ...dealer, navigation }, { navigation: { footer } }).map(({ path }) => path)).toEqual([
    'navigation.footer.0.items.0.href',
  ]);
});
