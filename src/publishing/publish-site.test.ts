import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isCompressible } from './compress-files.ts';
import { changedFiles, publishSite, type SitePages } from './publish-site.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, renameSync: vi.fn(fs.renameSync), rmSync: vi.fn(fs.rmSync) };
});
const fs = await vi.importActual<typeof import('node:fs')>('node:fs');

let root: string;
let site: SitePages;

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  root = mkdtempSync(join('.astro', 'test-publish-'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

type Texts = Record<string, string>;
const PAGES = ['index.html', 'about-us/index.html'];

function publish(texts: Texts): void {
  const assets = join(root, 'assets');
  mkdirSync(assets, { recursive: true });
  fs.rmSync(site.from, { recursive: true, force: true });
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(site.from, name, '..'), { recursive: true });
    writeFileSync(join(site.from, name), text);
  }
  const changed = changedFiles(site);
  for (const name of changed.filter(isCompressible)) {
    writeFileSync(join(site.from, `${name}.br`), brotliCompressSync(texts[name] ?? ''));
    writeFileSync(join(site.from, `${name}.gz`), gzipSync(texts[name] ?? ''));
  }
  publishSite(site, changed, assets);
}

class Killed extends Error {}

/** Publishes, and is killed before the step of this number. */
function killedAt(step: number, texts: Texts): void {
  let left = step;
  const orKill =
    <T extends unknown[]>(work: (...args: T) => void) =>
    (...args: T) => {
      if (left-- === 0) throw new Killed();
      work(...args);
    };
  vi.mocked(renameSync).mockImplementation(orKill(fs.renameSync));
  vi.mocked(rmSync).mockImplementation(orKill(fs.rmSync));
  try {
    publish(texts);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  } finally {
    vi.mocked(renameSync).mockImplementation(fs.renameSync);
    vi.mocked(rmSync).mockImplementation(fs.rmSync);
  }
}

/** A page as shown to a shopper, by the accepted encodings. */
function readings(name: string): Texts {
  const file = join(site.to, name);
  const of = (suffix: string, unpack: (bytes: Buffer) => Buffer) =>
    existsSync(file + suffix) ? { [suffix]: unpack(readFileSync(file + suffix)).toString() } : {};
  return { ...of('', (bytes) => bytes), ...of('.br', brotliDecompressSync), ...of('.gz', gunzipSync) };
}

const texts = fc.record(
  { 'index.html': fc.constantFrom('a', 'b'), 'about-us/index.html': fc.constantFrom('a', 'b') },
  { requiredKeys: ['index.html'] },
);

it('PLAT-01 whenever publishing is killed no copy differs from its page, and the next build repairs all', () => {
  const builds = fc.array(fc.record({ texts, step: fc.nat(12) }), { minLength: 1, maxLength: 4 });
  let run = 0;
  fc.assert(
    fc.property(builds, texts, (killed, last) => {
      run += 1;
      site = { from: join(root, `built-${run}`), to: join(root, `site-${run}`) };
      for (const { texts, step } of killed) {
        killedAt(step, texts);
        for (const name of PAGES) {
          const { '': plain, ...copies } = readings(name);
          if (plain !== undefined) expect(Object.values(copies).every((copy) => copy === plain)).toBe(true);
        }
      }
      publish(last);
      for (const name of PAGES) {
        const text = (last as Texts)[name];
        expect(readings(name)).toEqual(text === undefined ? {} : { '': text, '.br': text, '.gz': text });
      }
    }),
  );
}, 30_000);

it('PLAT-01 a page that cannot be published fails the build', () => {
  site = { from: join(root, 'built'), to: join(root, 'site') };
  publish({ 'index.html': 'a' });
  writeFileSync(join(site.to, 'about-us'), 'a file where a folder must be');
  expect(() => publish({ 'index.html': 'a', 'about-us/index.html': 'b' })).toThrow('EEXIST');
});

it('PLAT-01 whenever publishing is killed every picture of a page exists', () => {
  const naming = (name: string): Texts => ({ 'index.html': `<img src="/${name}">`, [name]: name });
  for (let step = 0; step < 12; step += 1) {
    site = { from: join(root, `built-${step}`), to: join(root, `site-${step}`) };
    publish(naming('_pictures/w480/a.webp'));
    killedAt(step, naming('_pictures/w480/b.webp'));
    for (const page of Object.values(readings('index.html'))) {
      const [, asked = ''] = /src="\/([^"]+)"/.exec(page) ?? [];
      expect(existsSync(join(site.to, asked)), `${asked}, step ${step}`).toBe(true);
    }
  }
  expect(existsSync(join(site.to, '_pictures/w480/a.webp'))).toBe(false);
});
