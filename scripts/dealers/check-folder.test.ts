import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_NAMES } from '#src/config/sections/site/theme-section.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { dealerFolder } from '../../tests/fixtures/dealer-folder.ts';
import { checkFolder } from './check-folder.ts';

let files: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  files = dealerFolder();
  for (const folder of ['logos', 'pictures']) {
    mkdirSync(join(files.folder, 'public', folder), { recursive: true });
  }
  for (const template of TEMPLATE_NAMES) {
    writeFileSync(join(files.folder, 'public', 'pictures', `${template}.webp`), '');
  }
});
afterEach(() => files.remove());

const ENVIRONMENT = { DEALER_KOOKABURRA_CRM_KEY: 'hush', DEALER_RIVERBEND_CRM_KEY: 'hush' };
const check = (environment = ENVIRONMENT, now = '2026-06-18T02:00:00Z') =>
  checkFolder(files.folder, {
    clock: fixedClock(now),
    environment,
    publicFolder: join(files.folder, 'public'),
  });
it('CFG-03 a content folder without a dealer file is named', () => {
  mkdirSync(join(files.folder, 'riverbnd', 'blog'), { recursive: true });
  expect(check().warnings.map(({ file, remedy }) => [file, remedy])).toContainEqual([
    join(files.folder, 'riverbnd'),
    'Did you mean "riverbend"?',
  ]);
});

const places = (problems: readonly { file: string; path: string }[]) =>
  problems.map(({ file, path }) => `${file.slice(files.folder.length + 1)} ${path}`);

it('CFG-03 valid files give no mistakes and no warnings', () => {
  const { files: read, mistakes, warnings } = check();
  expect(read).toHaveLength(2);
  expect([...mistakes, ...warnings]).toEqual([]);
});

it('CFG-03 a picture that is missing from public/ is a mistake, an existing one is not', () => {
  const logo = { ...(files.read('riverbend').logo as object), url: '/logos/river%20bend.svg?v=2' };
  files.change('riverbend', { logo });
  expect(check().mistakes).toMatchObject([
    { path: 'logo.url', expected: 'a file under public/', received: expect.stringContaining('river%20bend') },
  ]);
  writeFileSync(join(files.folder, 'public', 'logos', 'river bend.svg'), '<svg/>');
  expect(check().mistakes).toEqual([]);
});

it('CFG-15 a logo with another aspect ratio than its drawing is a warning', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 386 96"/>';
  writeFileSync(join(files.folder, 'public', 'logos', 'riverbend.svg'), drawing);
  const drawings = { url: '/logos/riverbend.svg', darkGroundUrl: '/logos/riverbend-dark.svg' };
  const logo = { ...(files.read('riverbend').logo as object), ...drawings };
  files.change('riverbend', { logo });
  expect(check().warnings).toMatchObject([{ path: 'logo.width', received: '180 by 48' }]);
  files.change('riverbend', { logo: { ...logo, width: 193, height: 48 } });
  expect(check().warnings).toEqual([]);
});

it('CFG-03 a missing picture and an impossible constant are found beside mistakes of other kinds', () => {
  const logo = { ...(files.read('riverbend').logo as object), url: '/logos/none.svg' };
  const stock = files.read('riverbend').stock as object;
  const feed = { file: 'stock.csv', format: 'csv', columns: {}, constants: { status: 'foo' } };
  const found = ['logo.url', 'stock.feed.constants.status'];
  for (const mistake of [{ frobnicate: 1 }, { hosts: files.read('kookaburra-cars').hosts }]) {
    const own = files.read('riverbend');
    files.change('riverbend', { logo, stock: { ...stock, feed }, ...mistake });
    const paths = check().mistakes.flatMap(({ file, path }) =>
      file === files.file('riverbend') ? path : [],
    );
    expect(paths).toEqual(expect.arrayContaining(found));
    expect(paths).toHaveLength(found.length + 1);
    files.put('riverbend', own);
  }
  files.change('riverbend', { logo: { ...logo, width: 'wide', url: 7 } });
  expect(places(check().mistakes)).toEqual(['riverbend.json logo.url', 'riverbend.json logo.width']);
});

it('CFG-03 a path that leaves public/ finds nothing', () => {
  writeFileSync(join(files.folder, 'outside.svg'), '<svg/>');
  for (const url of ['/../outside.svg', '/%2e%2e/outside.svg', '/..%2foutside.svg', '/%ff.svg', '/logos']) {
    files.change('riverbend', { slides: [{ id: 'a', name: 'A', picture: { url } }] });
    expect(places(check().mistakes), url).toEqual(['riverbend.json slides.0.picture.url']);
  }
});

it('CFG-03 a picture that the group file names is a mistake of the group file', () => {
  files.put('_shared/yards', { logo: { url: '/logos/none.svg' } });
  files.change('riverbend', { group: 'yards' });
  files.change('kookaburra-cars', { group: 'yards' });
  const { mistakes } = check();
  expect(places(mistakes)).toEqual(['_shared/yards.json logo.url']);
  expect(mistakes[0]?.affects).toBeUndefined();
});

it('CFG-03 warnings name the place and leave no dealer out', () => {
  const { warnings } = check({ DEALER_KOOKABURRA_CRM_KEY: 'hush', DEALER_RIVERBEND_CRM_KEY: '' });
  expect(places(warnings)).toEqual(['riverbend.json leads.destinations.0.signingKey']);
  expect(JSON.stringify(warnings)).not.toContain('hush');
});

it('CFG-03 days are counted in the dealer’s own time zone', () => {
  const popup = { title: 'Sale', expiryDate: '2026-06-18' };
  files.change('riverbend', { popup });
  expect(places(check(ENVIRONMENT, '2026-06-18T13:59:00Z').warnings)).toEqual([]);
  expect(places(check(ENVIRONMENT, '2026-06-18T14:01:00Z').warnings)).toEqual([
    'riverbend.json popup.expiryDate',
  ]);
});

it('CFG-01 a group file that no dealer names is a warning, and its mistakes are reported', () => {
  files.put('_shared/idle', { abn: 'none' });
  const { mistakes, warnings } = check();
  expect(places(mistakes)).toEqual(['_shared/idle.json abn']);
  expect(places(warnings)).toEqual(['_shared/idle.json ']);
  files.change('riverbend', { group: 'idle', name: 7 });
  expect(places(check().warnings)).toEqual([]);
});

it('CFG-03 links to unknown searches and forms are warnings', () => {
  const hrefs = [
    '/search/used-cars?body=ute',
    '/search/mercedes-benz/c-class',
    '/search/moorooka',
    '/search/usd-cars',
    '/enquire/contact',
    '/enquire/constructor',
  ];
  const header = hrefs.map((href) => ({ label: 'There', href }));
  files.change('riverbend', { navigation: { header, footer: [] } });
  expect(places(check().warnings)).toEqual([
    'riverbend.json navigation.header.3.href',
    'riverbend.json navigation.header.5.href',
  ]);
});

it('SRCH-01, PLAT-03 filters that match no vehicle and a misspelt feed file are warnings with a suggestion', () => {
  files.change('riverbend', {
    popup: { title: 'Utes', linkTo: '/search/used-cars?body=utte&make=toyta&fuel=diesel' },
    stock: {
      ...(files.read('riverbend').stock as object),
      feed: { file: 'riverbnd.json', format: 'csv', columns: {} },
    },
  });
  expect(check().warnings.map(({ path, remedy }) => [path, remedy])).toEqual([
    ['popup.linkTo', 'Did you mean "ute"?'],
    ['popup.linkTo', 'Did you mean "Toyota"?'],
    ['stock.feed.file', 'Did you mean "riverbend.json"?'],
  ]);
});

it('CFG-23 a feed outside the folders of feeds is a warning, unless the operator allows its folder', () => {
  const stock = files.read('riverbend').stock as object;
  files.change('riverbend', {
    stock: { ...stock, feed: { file: '/etc/hosts', format: 'csv', columns: {} } },
  });
  const { warnings } = check();
  expect(warnings).toMatchObject([{ path: 'stock.feed.file', received: '"/etc/hosts"' }]);
  const allowed = check({ ...ENVIRONMENT, FEED_FOLDERS: '/etc' } as typeof ENVIRONMENT).warnings;
  expect(allowed).toMatchObject([{ expected: 'a feed that can be imported' }]);
  expect(JSON.stringify(warnings)).not.toContain('localhost');
});

it('PLAT-03 a constant that an import refuses is a mistake, a required column that a feed lacks a warning', () => {
  const stock = files.read('riverbend').stock as object;
  writeFileSync(join(files.folder, 'stock.csv'), 'make,model,year\nKia,Rio,2020\n');
  const feed = { file: 'stock.csv', format: 'csv', columns: {}, constants: { status: 'foo' } };
  files.change('riverbend', { stock: { ...stock, feed } });
  const { mistakes, warnings } = check();
  expect(mistakes).toMatchObject([{ path: 'stock.feed.constants.status', received: '"foo"' }]);
  expect(places(warnings)).toEqual(['riverbend.json stock.feed.columns.car_type']);
});

it('CFG-03 a search no page answers is a warning, a dead address under a host of its own a mistake', () => {
  files.change('riverbend', { popup: { title: 'Utes', linkTo: '/search/used-cars/toyta' } });
  expect(check().warnings).toMatchObject([
    {
      path: 'popup.linkTo',
      expected: 'a search with its make in the query, "/search/used-cars?make=Toyota"',
    },
  ]);
  files.change('riverbend', {
    popup: { title: 'Us', linkTo: 'https://www.riverbendmotors.example/abut-us' },
  });
  expect(check().mistakes).toMatchObject([{ path: 'popup.linkTo', remedy: 'Did you mean "/about-us"?' }]);
  files.change('riverbend', {
    popup: { title: 'Us', linkTo: 'https://www.riverbendmotors.example/about-us' },
  });
  expect(check().mistakes).toEqual([]);
});

it('FORM-01 a link to a form that is switched off is a warning', () => {
  files.change('riverbend', {
    popup: { title: 'Work with us', linkTo: '/enquire/careers' },
    pages: { ...(files.read('riverbend').pages as object), careers: { enabled: false } },
  });
  expect(check().warnings).toMatchObject([
    { path: 'popup.linkTo', expected: 'a form this site has switched on' },
  ]);
});

it('AUTH-04 a gate the dealer sets without sign-in is a warning; a default gate is not', () => {
  files.change('riverbend', { account: { signIn: false, gates: { tradeIn: true } } });
  expect(places(check().warnings)).toEqual(['riverbend.json account.gates.tradeIn']);
});

it('PLAT-03 an impossible constant of a feed is a mistake that leaves no site out', () => {
  const feed = { file: 'riverbend.json', format: 'csv', columns: {}, constants: { status: 'in stok' } };
  files.change('riverbend', { stock: { ...(files.read('riverbend').stock as object), feed } });
  expect(check().mistakes).toMatchObject([
    { path: 'stock.feed.constants.status', remedy: 'Did you mean "in_stock"?' },
  ]);
});
