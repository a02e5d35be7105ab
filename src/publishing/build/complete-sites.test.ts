import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { completeSites } from './complete-sites.ts';
import { type SitePictures, UnreadablePicture } from './site-pictures.ts';

let folder: string;
/** As in the project. */
const publicFolder = () => join(folder, 'public');

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  folder = mkdtempSync(join('.astro', 'test-complete-'));
  mkdirSync(publicFolder());
  writeFileSync(join(publicFolder(), 'verify.txt'), 'shared');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function rendered(slug: string) {
  const from = join(folder, 'rendered', slug);
  mkdirSync(from, { recursive: true });
  writeFileSync(join(from, '404.html'), 'not found');
  return { from, to: join(folder, 'published', slug) };
}
const dealers = new Map(['a', 'b', 'c'].map((slug) => [slug, { slug } as DealerConfig]));
const failingFor = (failing: string, error: Error): SitePictures => ({
  photos: 'made',
  widths: async () => ({}),
  async add({ slug }) {
    if (slug === failing) throw error;
  },
});

it('PLAT-01 a site has the shared files beside its pages, and keeps its own of the same name', async () => {
  const site = rendered('a');
  writeFileSync(join(publicFolder(), '404.html'), 'of all');
  expect(await completeSites([site], dealers, failingFor('', new Error()), publicFolder())).toEqual({
    whole: [site],
    failed: [],
  });
  expect(readFileSync(join(site.from, '404.html'), 'utf8')).toBe('not found');
  expect(readFileSync(join(site.from, 'verify.txt'), 'utf8')).toBe('shared');
});

it('CFG-21 a dealer with an unreadable photo is left out and reported; the others are complete', async () => {
  const sites = ['a', 'b', 'c'].map(rendered);
  const torn = new UnreadablePicture('torn.jpg', new Error('unsupported image format'));
  expect(await completeSites(sites, dealers, failingFor('b', torn), publicFolder())).toEqual({
    whole: [sites[0], sites[2]],
    failed: [
      { slug: 'b', picture: 'public/pictures/torn.jpg', reason: 'it is no picture, or a damaged one' },
    ],
  });
});

it('CFG-21 a full disk is no dealer’s fault', async () => {
  const full = new Error('ENOSPC: no space left on device');
  await expect(
    completeSites([rendered('a')], dealers, failingFor('a', full), publicFolder()),
  ).rejects.toThrow(full);
});

it('PLAT-01 a site has the logos and pictures it names, and no other dealer’s', async () => {
  const put = (path: string) => {
    mkdirSync(dirname(join(publicFolder(), path)), { recursive: true });
    writeFileSync(join(publicFolder(), path), path);
  };
  for (const path of ['logos/a.svg', 'logos/b.svg', 'pictures/our yard.jpg', 'pictures/in/words.png'])
    put(path);
  const named = {
    slug: 'a',
    logo: { url: '/logos/a.svg?v=2', darkGroundUrl: '/logos/none.svg' },
    hero: { url: '/pictures/our%20yard.jpg' },
    text: 'See [the yard](/pictures/in/words.png).',
    climbing: '/pictures/../verify.txt',
  } as unknown as DealerConfig;
  const site = rendered('a');
  await completeSites([site], new Map([['a', named]]), failingFor('', new Error()), publicFolder());
  const files = readdirSync(site.from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(site.from, join(entry.parentPath, entry.name)));
  expect(files.sort()).toEqual([
    '404.html',
    'logos/a.svg',
    'pictures/in/words.png',
    'pictures/our yard.jpg',
    'verify.txt',
  ]);
});
