import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { offerPath } from '#src/platform/routing/page-paths.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { readLiveCode } from '#src/publishing/release/code-release.ts';
import { withFolderLock } from '#src/publishing/release/folder-lock.ts';
import { runBuild } from '../../scripts/build/run-build.ts';
import { copyDealers, SLUGS } from '../fixtures/copied-dealers.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { liveFile, livePages, liveRelease } from '../fixtures/live-files.ts';
import { type Ended, runCommand } from '../fixtures/run-command.ts';

let root: string;
let dist: string;
let first: Ended;

const build = (...args: string[]) =>
  runCommand(runBuild, [...args, '--dealers-dir', join(root, 'dealers'), '--out', dist]);

beforeAll(async () => {
  mkdirSync('.astro', { recursive: true });
  root = mkdtempSync(join('.astro', 'test-sites-'));
  dist = join(root, 'dist');
  copyDealers(join(root, 'dealers'));
  const broken = readFileSync('dealers/riverbend.json', 'utf8').replace('"slug": "riverbend"', '"slug": 7');
  writeFileSync(join(root, 'dealers', 'broken.json'), broken);
  first = await build('--all');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const site = (slug: string, ...path: string[]) => join(livePages(dist, slug), ...path);
const filesOf = (slug: string) =>
  readdirSync(site(slug), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const plainFilesOf = (slug: string) => filesOf(slug).filter((file) => !/\.(?:br|gz)$/.test(file));
const pagesOf = (slug: string) => plainFilesOf(slug).filter((file) => file.endsWith('.html'));

describe('PLAT-01 a build of all dealers', () => {
  it('leaves a broken dealer out with place and reason, builds the others and fails', () => {
    expect(first.code).toBe(1);
    expect(first.err).toContain('broken.json');
    expect(first.err).toMatch(/slug/);
    expect(first.out).toContain('for 2 dealer(s)');
    expect(readdirSync(join(dist, 'releases')).sort()).toEqual(SLUGS);
  });

  it.each(SLUGS)('gives %s its pages and small files, and its code the hashed files they name', (slug) => {
    for (const path of ['about-us/index.html', '404.html', 'robots.txt', 'sitemap.xml', 'favicon.svg']) {
      expect(existsSync(site(slug, path)), path).toBe(true);
    }
    expect(existsSync(site(slug, '404'))).toBe(false);
    const html = readFileSync(site(slug, 'about-us', 'index.html'), 'utf8');
    const assets = [...html.matchAll(/"(\/_astro\/[^"#]+)[#"]/g)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) expect(existsSync(liveFile(dist, slug, asset)), asset).toBe(true);
  });

  it.each(SLUGS)('gives %s files of its home, location, brand, model and offer pages too', (slug) => {
    const dealer = demoDealers().find((each) => each.slug === slug);
    const built = dealer ? siteRoutes(dealer).filter(({ rendered }) => rendered !== 'demand') : [];
    const folder = join(dist, 'releases', slug, liveRelease(dist, slug).id);
    const fileOf = (path: string) =>
      [join(folder, 'pages', path), join(folder, 'stock', 'current', path)].filter((place) =>
        existsSync(join(place, 'index.html')),
      );
    const dated = new Set(dealer?.offers.map((offer) => offerPath(dealer, offer)));
    const without = built.map(({ path }) => path).filter((path) => fileOf(path).length !== 1);
    expect(without.filter((path) => !dated.has(path))).toEqual([]);
    expect(built.some(({ internal }) => internal.startsWith('/locations/'))).toBe(true);
    // There is no stock yet.
    const home = readFileSync(join(folder, 'stock', 'current', 'index.html'), 'utf8');
    expect(home).not.toMatch(/[\d,]+ cars/);
  });

  it.each(SLUGS)('gives %s only the pictures and logos it names, and all that its pages use', (slug) => {
    const file = join('dealers', `${slug}.json`);
    const content = readdirSync(join('dealers', slug), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const own = [file, ...content].map((each) => readFileSync(each, 'utf8')).join('\n');
    const folders = ['logos', 'pictures'].filter((folder) => existsSync(site(slug, folder)));
    const names = folders.flatMap((folder) =>
      readdirSync(site(slug, folder)).map((name) => `/${folder}/${name}`),
    );
    const template = JSON.parse(readFileSync(file, 'utf8')).template as string;
    const plain = names.filter((name) => !/\.(?:br|gz)$/.test(name));
    expect(plain.length).toBeGreaterThan(0);
    for (const name of plain)
      expect(own.includes(name) || name === `/pictures/${template}.webp`, name).toBe(true);
    const asked = pagesOf(slug).flatMap((page) => [
      ...readFileSync(page, 'utf8').matchAll(/"(\/(?:logos|pictures)\/[^"?#]+)/g),
    ]);
    expect(asked.length).toBeGreaterThan(0);
    for (const [, path = ''] of asked) expect(existsSync(site(slug, path)), path).toBe(true);
  });

  it.each(SLUGS)('CFG-21 publishes every picture of %s in the width of its name', async (slug) => {
    const files = filesOf(slug).filter((file) => file.startsWith(site(slug, '_pictures')));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const { width } = await sharp(file).metadata();
      expect(relative(site(slug, '_pictures'), file)).toMatch(new RegExp(`^w${width}/`));
    }
  });

  it('CFG-21 offers on its pages no picture wider than the original, and only existing ones', () => {
    const asked = SLUGS.flatMap((slug) => {
      const pages = pagesOf(slug).map((page) => readFileSync(page, 'utf8'));
      const srcsets = pages.flatMap((html) => html.match(/(?<= srcset=")\/_pictures\/[^"]+/g) ?? []);
      return [...new Set(srcsets.flatMap((text) => text.split(', ')))].map((candidate) => ({
        slug,
        candidate,
      }));
    });
    expect(asked.length).toBeGreaterThan(10);
    for (const { slug, candidate } of asked) {
      const { pictureWidths = {} } = liveRelease(dist, slug);
      const [, address = '', named, path = '', described] =
        /^(\/_pictures\/w(\d+)\/(.+)\.(?:avif|webp)) (\d+)w$/.exec(candidate) ?? [];
      expect(described, candidate).toBe(named);
      expect(Number(named), candidate).toBeLessThanOrEqual(pictureWidths[path] ?? 0);
      expect(existsSync(site(slug, address)), candidate).toBe(true);
    }
  });

  it.each(SLUGS)('shows the internal prefix in no byte of %s', (slug) => {
    for (const file of plainFilesOf(slug)) {
      expect(readFileSync(file, 'latin1').includes('/tenants'), file).toBe(false);
      expect(file.includes('/tenants')).toBe(false);
    }
  });

  it.each(SLUGS)('states the canonical address of every page of %s', (slug) => {
    const dealer = demoDealers().find((one) => one.slug === slug);
    if (!dealer) throw new Error(`No dealer ${slug}`);
    const { origin } = toPublicConfig(dealer);
    expect(pagesOf(slug).length).toBeGreaterThan(6);
    for (const file of pagesOf(slug)) {
      const path = `/${relative(site(slug), file)}`.replace(/(?:\/index)?\.html$/, '');
      const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
      expect(canonical).toBe(origin + path);
    }
    const sitemap = readFileSync(site(slug, 'sitemap.xml'), 'utf8');
    const listed = Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, loc = '']) => loc);
    expect(listed.length).toBeGreaterThan(6);
    for (const loc of listed) expect(loc.startsWith(`${origin}/`), loc).toBe(true);
    const robots = readFileSync(site(slug, 'robots.txt'), 'utf8');
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml\nSitemap: ${origin}/sitemap-cars.xml\n`);
  });

  it.each(SLUGS)('compresses every text file of %s, and each copy is the file', (slug) => {
    const { code } = readLiveCode(dist);
    const assets = readdirSync(join(dist, 'code', code, 'assets')).map((name) =>
      liveFile(dist, slug, `/_astro/${name}`),
    );
    const texts = [...plainFilesOf(slug), ...assets].filter((file) =>
      /\.(?:html|js|css|svg|xml|txt)$/.test(file),
    );
    expect(texts.length).toBeGreaterThan(15);
    for (const file of texts) {
      const plain = readFileSync(file);
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(plain), file).toBe(true);
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(plain), file).toBe(true);
    }
  });

  it('stores hashed files once, whatever the number of dealers', () => {
    for (const slug of SLUGS) expect(existsSync(site(slug, '_astro'))).toBe(false);
  });

  it('leaves nothing unfinished behind', () => {
    expect(readdirSync(dist).sort()).toEqual(['.lock.db', 'code', 'code.json', 'live', 'releases']);
  });
});

describe('PLAT-04 a build over an earlier one', () => {
  const LONG_AGO = new Date('2026-01-01T00:00:00Z');
  const live = () => Object.fromEntries(SLUGS.map((slug) => [slug, liveRelease(dist, slug).id]));
  const inode = (...path: string[]) => statSync(site('riverbend', ...path)).ino;

  it('builds nothing where no input has changed, and says so', async () => {
    const before = live();
    expect(await build(...SLUGS)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Unchanged: kookaburra-cars, riverbend\.\nBuilt 0 pages/),
    });
    expect(live()).toEqual(before);
  });

  it('restores the files that a release has lost', async () => {
    const before = live();
    writeFileSync(site('riverbend', 'contact-us', 'index.html'), 'half a page');
    rmSync(site('riverbend', 'privacy-policy', 'index.html.br'));
    mkdirSync(join(dist, '.staging', 'client'), { recursive: true });
    expect((await build('riverbend')).code).toBe(0);
    expect(live()).toEqual(before);
    for (const page of ['contact-us', 'privacy-policy']) {
      const file = site('riverbend', page, 'index.html');
      const plain = readFileSync(file);
      expect(plain.toString()).toContain('</html>');
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(plain)).toBe(true);
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(plain)).toBe(true);
    }
  });

  it('restores the settings of a release that cannot be read', async () => {
    const before = live();
    const file = join(site('riverbend'), '..', 'release.json');
    const { createdAt: _, ...settings } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, '{');
    expect((await build('riverbend')).code).toBe(0);
    expect(live()).toEqual(before);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(settings);
  });

  it('builds the dealer that changed, says what changed, and leaves the release before as it was', async () => {
    const before = live();
    const earlier = site('riverbend');
    utimesSync(site('riverbend', 'sitemap.xml'), LONG_AGO, LONG_AGO);
    const pictures = filesOf('riverbend').filter((file) => file.includes('_pictures'));
    const links = pictures.map((file) => statSync(file).ino);
    const file = join(root, 'dealers', 'riverbend.json');
    const text = readFileSync(file, 'utf8');
    const name = JSON.parse(text).name as string;
    writeFileSync(file, text.replace(`"name": "${name}"`, '"name": "Riverbend Renamed"'));
    const ended = await build('--all');
    expect(ended.out).toMatch(/riverbend: release \w+ is built and live\. Changed: dealer file\./);
    expect(ended.out).toContain('Unchanged: kookaburra-cars.');
    expect(live()).toEqual({ ...before, riverbend: expect.not.stringMatching(before.riverbend ?? '') });
    const title = (folder: string) => readFileSync(join(folder, 'about-us', 'index.html'), 'utf8');
    expect(title(site('riverbend'))).toContain('Riverbend Renamed');
    expect(title(earlier)).not.toContain('Riverbend Renamed');
    // Browsers need not fetch what is the same, and the disk has it once.
    expect(statSync(site('riverbend', 'sitemap.xml')).mtime).toEqual(LONG_AGO);
    const now = pictures.map((file) => inode(relative(earlier, file)));
    expect(now).toEqual(links);
    writeFileSync(file, text);
    const back = await build('riverbend');
    expect(back.out).toMatch(/riverbend: release \w+ is there already, and live\. Changed: dealer file\./);
    expect(back.out).toContain('Built 0 pages');
    expect(live()).toEqual(before);
  });

  it('does not touch dealers outside the build', async () => {
    rmSync(site('kookaburra-cars', 'about-us'), { recursive: true });
    await build('riverbend');
    expect(existsSync(site('kookaburra-cars', 'about-us'))).toBe(false);
    await build('kookaburra-cars');
    expect(existsSync(site('kookaburra-cars', 'about-us', 'index.html'))).toBe(true);
  });

  it('gives equal code the same name, and compiles it once for all builds', () => {
    const { code } = readLiveCode(dist);
    expect(readdirSync(join(dist, 'code'))).toEqual([code]);
    expect(readdirSync('.astro/cache/pages')).toContain(code);
    expect(SLUGS.map((slug) => liveRelease(dist, slug).code)).toEqual([code, code]);
  });
});

it('PLAT-01 a second build into the same folder is refused with the remedy', async () => {
  const refused = await withFolderLock(dist, () => build('riverbend'));
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(`Process ${process.pid} on ${hostname()} is building into`);
});

it('PLAT-01 an unknown dealer is reported, and nothing is built', async () => {
  const ended = await build('no-such-dealer');
  expect(ended.code).toBe(1);
  expect(ended.err).toContain('No valid dealer file for "no-such-dealer"');
});
