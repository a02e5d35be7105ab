import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { type MadeUpPages, madeUpPages } from '../../../tests/fixtures/made-up-pages.ts';
import { renderSites } from './render-sites.ts';

const loaded = loadDealer('tests/fixtures/dealers/switchboard.json');
if ('problems' in loaded) throw new Error('The dealer of the tests is not valid.');
const named = (slug: string) => ({ ...loaded.dealer, slug });

let folder: string;

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  folder = mkdtempSync(join('.astro', 'test-render-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type BuildLocals = { dealer: { slug: string }; onFailure: (error: unknown) => void };
const POLICY = `default-src 'self';script-src "a"&b`;

/** Pages that show their address; those of some dealers throw at "/about-us". */
const pages =
  (throwing: readonly string[] = []): MadeUpPages =>
  async ({ url }, locals) => {
    const { dealer, onFailure } = locals as BuildLocals;
    const { pathname } = new URL(url);
    if (pathname.endsWith('/about-us') && throwing.includes(dealer.slug)) {
      onFailure(new Error('no picture'));
      return new Response(null, { status: 500 });
    }
    if (!pathname.includes('.')) {
      const headers = { 'content-security-policy': POLICY };
      return new Response(`<head></head>${pathname}`, {
        headers,
        status: pathname.endsWith('/404') ? 404 : 200,
      });
    }
    return new Response(pathname);
  };

const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

it('PLAT-01 each page is a file at its address, with its policy; so are the not-found page and the small files', async () => {
  expect(await renderSites([named('a')], madeUpPages(pages()), folder)).toEqual({
    rendered: ['a'],
    failed: [],
  });
  const policy = `<meta http-equiv="content-security-policy" content="default-src 'self';script-src &quot;a&quot;&amp;b">`;
  expect(read('a', 'about-us', 'index.html')).toBe(`<head>${policy}</head>/tenants/a/about-us`);
  expect(read('a', loaded.dealer.links.contact, 'index.html')).toContain('/tenants/a/contact');
  expect(read('a', '404.html')).toContain('/tenants/a/404');
  for (const file of ['favicon.svg', 'robots.txt', 'sitemap.xml'])
    expect(read('a', file)).toBe(`/tenants/a/${file}`);
  expect(existsSync(join(folder, 'a', 'index.html'))).toBe(false);
});

it('PLAT-01 a dealer whose page cannot be rendered is left out whole and named with the page', async () => {
  const dealers = ['a', 'b', 'c'].map(named);
  expect(await renderSites(dealers, madeUpPages(pages(['b'])), folder)).toEqual({
    rendered: ['a', 'c'],
    failed: [{ slug: 'b', page: '/about-us', reason: 'no picture' }],
  });
});

it('PLAT-01 a page that answers anything but 200 is a failure', async () => {
  const moved: MadeUpPages = async (request, locals) =>
    request.url.endsWith('/a/about-us') ? new Response(null, { status: 302 }) : pages()(request, locals);
  const { failed } = await renderSites(['a', 'b'].map(named), madeUpPages(moved), folder);
  expect(failed).toEqual([{ slug: 'a', page: '/about-us', reason: 'it answers 302' }]);
});

it('PLAT-01 a disk that cannot be written is no dealer’s fault', async () => {
  writeFileSync(join(folder, 'a'), 'a file where the folder of the site belongs');
  await expect(renderSites(['a', 'b'].map(named), madeUpPages(pages()), folder)).rejects.toThrow(
    /ENOTDIR|EEXIST/,
  );
});

it('PLAT-01 a fault of the code is not retried for every dealer of a fleet', async () => {
  const slugs = Array.from({ length: 50 }, (_, at) => `dealer-${at}`);
  const asked = new Set<string>();
  const throwing: MadeUpPages = (request, locals) => {
    asked.add((locals as BuildLocals).dealer.slug);
    return pages(slugs)(request, locals);
  };
  await expect(renderSites(slugs.map(named), madeUpPages(throwing), folder)).rejects.toThrow(
    '10 sites have a page',
  );
  expect(asked.size).toBe(10);
});
