import { expect, it } from 'vitest';
import { loadDealers } from '#src/config/load-dealers.ts';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { faviconSvg } from './favicon.ts';
import { sitemapXml, staticPaths } from './sitemap.ts';

const [first] = loadDealers('dealers').dealers.map(toPublicConfig);
if (!first) throw new Error('No dealer');
const site = first;

it('NAV-12 the sitemap has every visible location once and no hidden one', () => {
  const locations = site.locations.map((location, at) => ({ ...location, visible: at > 0 }));
  const paths = staticPaths({ ...site, locations });
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => path.startsWith('/locations/'))).toEqual(
    locations.slice(1).map(({ slug }) => `/locations/${slug}`),
  );
});

it('NAV-12 addresses in the sitemap are absolute and safe in XML', () => {
  expect(sitemapXml('https://dealer.example', ['/search?a=1&b=<'])).toContain(
    '<loc>https://dealer.example/search?a=1&amp;b=&lt;</loc>',
  );
});

it('CFG-15 the favicon is drawn in the dealer’s colours and shape, its letters safe in XML', () => {
  const { theme } = site;
  const roundel = faviconSvg({ logo: { mark: '<&', words: 'x' }, theme: { ...theme, logo: 'roundel' } });
  expect(roundel).toContain('&lt;&amp;');
  expect(roundel).toContain(theme.colours.brand);
  const plate = faviconSvg({ logo: { mark: 'KK', words: 'x' }, theme: { ...theme, logo: 'plate' } });
  expect(plate).toContain(theme.colours.accent);
  expect(plate).not.toBe(roundel);
});
