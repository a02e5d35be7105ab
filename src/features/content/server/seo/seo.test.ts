import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { demoDealers } from '../../../../../tests/fixtures/demo-dealers.ts';
import { faviconSvg } from './favicon.ts';
import { SITEMAP_MAX_URLS, sitemapPart, sitemapXml, staticEntries } from './sitemap.ts';

const [first] = demoDealers().map(toPublicConfig);
if (!first) throw new Error('No dealer');
const site = first;

it('NAV-12 the sitemap has every visible location once and no hidden one', () => {
  const locations = site.locations.map((location, at) => ({ ...location, visible: at > 0 }));
  const paths = staticEntries({ ...site, locations }).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => path.startsWith('/locations/'))).toEqual(
    locations.slice(1).map(({ slug }) => `/locations/${slug}`),
  );
});

const ORIGIN = 'https://dealer.example';
const partPath = (part: number) => `/sitemap-cars-${part}.xml`;
const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `/cars/${at}` }));
const locs = (xml = '') => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);

it('NAV-12 addresses in the sitemap are absolute and safe in XML', () => {
  const entry = { path: '/search?a=1&b=<', lastModified: '2026-07-10' };
  expect(sitemapXml(ORIGIN, [entry], partPath)).toContain(
    '<loc>https://dealer.example/search?a=1&amp;b=&lt;</loc><lastmod>2026-07-10</lastmod>',
  );
});

it('NAV-12 a sitemap stays one file up to its limit and is an index of parts beyond', () => {
  const full = sitemapXml(ORIGIN, entries(SITEMAP_MAX_URLS), partPath);
  expect(full).toContain('<urlset');
  expect(locs(full)).toHaveLength(SITEMAP_MAX_URLS);
  const index = sitemapXml(ORIGIN, entries(SITEMAP_MAX_URLS + 1), partPath);
  expect(index).toContain('<sitemapindex');
  expect(locs(index)).toEqual([`${ORIGIN}/sitemap-cars-1.xml`, `${ORIGIN}/sitemap-cars-2.xml`]);
});

it('NAV-12 the parts of a sitemap hold every address once and there is no other part', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), (count, max) => {
      const all = entries(count);
      const named = locs(sitemapXml(ORIGIN, all, partPath, max)).filter((loc) =>
        loc?.includes('sitemap-cars'),
      );
      const parts = named.map((_, at) => sitemapPart(ORIGIN, all, at + 1, max));
      const found = parts.length > 0 ? parts.flatMap(locs) : locs(sitemapXml(ORIGIN, all, partPath, max));
      expect(found).toEqual(all.map(({ path }) => ORIGIN + path));
      for (const none of [0, named.length + 1, -1, 1.5, Number.NaN]) {
        expect(sitemapPart(ORIGIN, all, none, max)).toBeUndefined();
      }
    }),
  );
});

it('CFG-15 the favicon is drawn in the dealer’s colours and shape, its letters safe in XML', () => {
  const { theme } = site;
  const roundel = faviconSvg({ logo: { ...site.logo, mark: '<&' }, theme: { ...theme, logo: 'roundel' } });
  expect(roundel).toContain('&lt;&amp;');
  expect(roundel).toContain(theme.colours.brand);
  const plate = faviconSvg({ logo: { ...site.logo, mark: 'KK' }, theme: { ...theme, logo: 'plate' } });
  expect(plate).toContain(theme.colours.accent);
  expect(plate).not.toBe(roundel);
});
