import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { completeSites } from './complete-sites.ts';
import { type SitePictures, UnreadablePicture } from './site-pictures.ts';

vi.mock('#src/routing/site-routes.ts', () => ({
  siteRoutes: () => [{ path: '/our-team', internal: '/team', rendered: 'build' }],
}));

let client: string;

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  client = mkdtempSync(join('.astro', 'test-complete-'));
  writeFileSync(join(client, 'verify.txt'), 'shared');
});
afterEach(() => rmSync(client, { recursive: true, force: true }));

function rendered(slug: string) {
  const from = join(client, 'tenants', slug);
  for (const page of ['404', 'team']) {
    mkdirSync(join(from, page), { recursive: true });
    writeFileSync(join(from, page, 'index.html'), page);
  }
  return { from, to: join(client, 'published', slug) };
}
const dealers = new Map(['a', 'b', 'c'].map((slug) => [slug, { slug } as DealerConfig]));
const failingFor = (failing: string, error: Error): SitePictures => ({
  widths: async () => ({}),
  async add({ slug }) {
    if (slug === failing) throw error;
  },
});

it('PLAT-01 a site has its pages at their addresses, its not-found page and the shared files', async () => {
  const site = rendered('a');
  expect(await completeSites(client, [site], dealers, failingFor('', new Error()))).toEqual({
    whole: [site],
    failed: [],
  });
  expect(readFileSync(join(site.from, 'our-team/index.html'), 'utf8')).toBe('team');
  expect(readFileSync(join(site.from, '404.html'), 'utf8')).toBe('404');
  expect(existsSync(join(site.from, 'team'))).toBe(false);
  expect(existsSync(join(site.from, 'verify.txt'))).toBe(true);
});

it('CFG-21 a dealer with a photo that cannot be read is left out and reported; the others are whole', async () => {
  const sites = ['a', 'b', 'c'].map(rendered);
  const torn = new UnreadablePicture('torn.jpg', new Error('unsupported image format'));
  expect(await completeSites(client, sites, dealers, failingFor('b', torn))).toEqual({
    whole: [sites[0], sites[2]],
    failed: [{ slug: 'b', picture: 'public/pictures/torn.jpg', reason: 'unsupported image format' }],
  });
});

it('CFG-21 a full disk is no dealer’s fault', async () => {
  const full = new Error('ENOSPC: no space left on device');
  await expect(completeSites(client, [rendered('a')], dealers, failingFor('a', full))).rejects.toThrow(full);
});

it('PLAT-01 a site has the logos and pictures it names, and no other dealer’s', async () => {
  const put = (path: string) => {
    mkdirSync(dirname(join(client, path)), { recursive: true });
    writeFileSync(join(client, path), path);
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
  await completeSites(client, [site], new Map([['a', named]]), failingFor('', new Error()));
  const files = readdirSync(site.from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(site.from, join(entry.parentPath, entry.name)));
  expect(files.sort()).toEqual([
    '404.html',
    'logos/a.svg',
    'our-team/index.html',
    'pictures/in/words.png',
    'pictures/our yard.jpg',
    'verify.txt',
  ]);
});
