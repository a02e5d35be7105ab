import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { runCompare } from '../../scripts/releases/compare/run-compare.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { type SiteFiles, siteFolder } from '../fixtures/small-site.ts';

const SLUG = 'riverbend';

let root: string;
let out: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-compare-'));
  out = join(root, 'page', 'compare.html');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const compare = (...args: string[]) => runCommand(runCompare, [...args, '--out', out]);

const CODE = 'c0de';
const folderOf = (name: string) => join(root, 'releases', SLUG, name);

/** A release as builds store it: `pages/`, with `release.json` beside it and hashed files with the code. */
function release(name: string, files: SiteFiles, settings: object): string {
  mkdirSync(folderOf(name), { recursive: true });
  const pages = join(folderOf(name), 'pages');
  renameSync(siteFolder(files).folder, pages);
  writeFileSync(join(folderOf(name), 'release.json'), JSON.stringify({ settings, code: CODE }));
  return pages;
}

const page = (body: string, css = '') =>
  `<!doctype html><html><head><meta name="viewport" content="width=device-width"><title>x</title><style>${css}</style></head><body>${body}</body></html>`;

const pictures = (html: string) =>
  [...html.matchAll(/alt="([^"]+)" src="data:image\/webp;base64,([^"]+)"/g)].map(
    ([, alt = '', data = '']) => [alt, Buffer.from(data, 'base64')] as const,
  );

it('PLAT-04 one page shows settings, pages and files that differ, with screenshots side by side at 390 and 1440 px', async () => {
  const [dealer] = loadDealers('dealers').dealers.filter(({ slug }) => slug === SLUG);
  const wide = '@media (min-width:1000px){h1{color:red}}';
  const live = release(
    'live',
    {
      'index.html': page('<h1>Home</h1>'),
      'desk/index.html': page('<h1>Desk</h1>', wide),
      'old/index.html': page('Old'),
      'robots.txt': 'a',
    },
    { ...dealer, tagline: 'The tagline of <before>' },
  );
  const preview = release(
    'preview',
    {
      'index.html': page('<h1>Our home &amp; yard</h1>'),
      'desk/index.html': page('<h1>Desk</h1>', wide.replace('red', 'blue')),
      'new/index.html': page('New'),
      'robots.txt': 'b',
    },
    { ...dealer, tagline: 'The tagline after' },
  );
  expect(await compare(SLUG, preview, '--live', live)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /riverbend, pages: 1 added, 1 removed, 2 changed, 0 unchanged\. .*compare\.html/,
    ),
  });
  const html = readFileSync(out, 'utf8');
  expect(html).toContain(
    'tagline: &quot;The tagline of &lt;before&gt;&quot; → &quot;The tagline after&quot;',
  );
  expect(html).toMatch(/Added <span class="count">1<\/span><\/h3><ul class="addresses"><li>\/new<\/li>/);
  expect(html).toMatch(/Removed <span class="count">1<\/span><\/h3><ul class="addresses"><li>\/old<\/li>/);
  expect(html).toContain('<li><del>Home</del></li><li><ins>Our home &amp; yard</ins></li>');
  expect(html).toContain('<li>robots.txt</li>');
  // What differs on a wide screen alone is shown there alone.
  expect(html.match(/No visible difference at \d+ px/g)).toEqual(['No visible difference at 390 px']);
  const shown = pictures(html);
  expect(shown.map(([alt]) => alt)).toEqual([
    '/, live, 390 px',
    '/, preview, 390 px',
    '/, live, 1440 px',
    '/, preview, 1440 px',
    '/desk, live, 1440 px',
    '/desk, preview, 1440 px',
  ]);
  expect((await sharp(shown[0]?.[1]).metadata()).width).toBe(390);
  expect(html).not.toMatch(/<script|<link|src="(?!data:)/);
});

it('PLAT-04 releases are pictured with the hashed files of their code', async () => {
  const assets = join(root, 'code', CODE, 'assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, 'page.AbCd12_-.css'), 'p{display:none}');
  const styled = (hidden: string) =>
    page(`<link rel="stylesheet" href="/_astro/page.AbCd12_-.css"><h1>Home</h1><p>${hidden}</p>`);
  const [live, next] = ['before', 'after'].map((name) => release(name, { 'index.html': styled(name) }, {}));
  expect(await compare(SLUG, next ?? '', '--live', live ?? '')).toMatchObject({ code: 0 });
  const html = readFileSync(out, 'utf8');
  expect(html.match(/No visible difference at \d+ px/g)).toHaveLength(2);
  expect(html).toContain('<ins>after</ins>');
});

it('PLAT-04 --pages bounds the screenshots, and equal folders have nothing to show', async () => {
  const { dealers } = loadDealers('dealers');
  const settings = dealers.find(({ slug }) => slug === SLUG) ?? {};
  const same = release('a', { 'index.html': page('Home') }, settings);
  const other = release('b', { 'index.html': page('Our home') }, settings);
  await compare(SLUG, other, '--live', same, '--pages', '0');
  expect(pictures(readFileSync(out, 'utf8'))).toEqual([]);
  await compare(SLUG, same, '--live', same);
  const html = readFileSync(out, 'utf8');
  for (const words of [
    'The settings are the same.',
    'Every page is the same.',
    'Every other file is the same.',
  ]) {
    expect(html).toContain(words);
  }
});

it('PLAT-04 a dealer that is not published, a wrong folder and wrong usage are named, with what exists', async () => {
  const pages = release('a', { 'index.html': page('Home') }, {});
  expect(await compare(SLUG, pages, '--dist', root)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`"${SLUG}" is not published in ${root}. Published there: none.`),
  });
  expect(await compare(SLUG, `${pages}x`, '--live', pages)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`In ${folderOf('a')} there is: pages.`),
  });
  expect(await compare(SLUG, '--dist', root, '--live', pages)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`There is no folder ${join(root, 'previews', SLUG)}.`),
  });
  expect(await compare('riverbnd', pages, '--live', pages)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Did you mean "riverbend"?'),
  });
  for (const args of [[], [SLUG, pages, '--pages', 'all'], [SLUG, pages, '--base', 'x'], ['A b', pages]]) {
    expect(await compare(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('npm run releases -- compare'),
    });
  }
});
