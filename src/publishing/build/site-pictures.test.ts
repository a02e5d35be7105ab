import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { createSitePictures, type PictureFolders, picturesOf, UnreadablePicture } from './site-pictures.ts';

const naming = (...urls: string[]) => ({ content: { urls } }) as unknown as DealerConfig;

let folder: string;
let folders: PictureFolders;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-pictures-'));
  folders = { pictures: join(folder, 'pictures'), cache: join(folder, 'cache') };
  mkdirSync(folders.pictures);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const photo = (name: string, width: number) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#468' } })
    .jpeg()
    .toFile(join(folders.pictures, name));
const add = (dealer: DealerConfig, site: string) =>
  createSitePictures(folders).add(dealer, join(folder, site));
const published = (site: string) =>
  readdirSync(join(folder, site, '_pictures'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const widthOf = async (file: string) => (await sharp(join(folder, file)).metadata()).width;

it('CFG-21 the photos a dealer file names anywhere are found once, drawings and other sites left out', () => {
  const dealer = naming('/pictures/a.jpg', '/pictures/b/c.webp', '/pictures/a.jpg', '/pictures/d.svg');
  expect(picturesOf(dealer)).toEqual(['a.jpg', 'b/c.webp']);
});

it('CFG-21 a logo, shown by its own address, is not one of them', () => {
  const brand = { logo: { url: '/pictures/logo.png' }, banner: { url: '/pictures/banner.png' } };
  expect(picturesOf({ brands: [brand] } as unknown as DealerConfig)).toEqual(['banner.png']);
});

it('CFG-21 each published file is as wide as its name says, the photo’s own width the largest, made once', async () => {
  await photo('a.jpg', 700);
  const dealer = naming('/pictures/a.jpg', '/pictures/missing.jpg');
  await add(dealer, 'one');
  const widths = readdirSync(join(folder, 'one/_pictures'));
  expect(widths).toEqual(['w480', 'w640', 'w700']);
  for (const named of widths) {
    for (const format of ['avif', 'webp']) {
      expect(`w${await widthOf(`one/_pictures/${named}/a.jpg.${format}`)}`).toBe(named);
    }
  }

  const names = readdirSync(folders.cache);
  expect(names.map((name) => name.replace(/^\w+-/, '')).sort()).toEqual(
    ['480', '640', '700'].flatMap((width) => [`${width}.avif`, `${width}.webp`]),
  );
  const times = () => names.map((name) => statSync(join(folders.cache, name)).mtimeMs);
  const before = times();
  await add(dealer, 'two');
  expect(times()).toEqual(before);
  expect(published('two')).toHaveLength(6);
});

it('CFG-21 a photo wider than pages need is published in the standard widths', async () => {
  await photo('a.jpg', 3200);
  await add(naming('/pictures/a.jpg'), 'one');
  expect(readdirSync(join(folder, 'one/_pictures')).sort()).toEqual(
    ['w480', 'w640', 'w960', 'w1280', 'w1920', 'w2880'].sort(),
  );
  expect(await widthOf('one/_pictures/w2880/a.jpg.avif')).toBe(2880);
});

it('CFG-21 pages get the widths of existing photos only', async () => {
  await photo('a.jpg', 700);
  writeFileSync(join(folders.pictures, 'torn.jpg'), 'half a');
  const dealer = naming('/pictures/a.jpg', '/pictures/missing.jpg', '/pictures/torn.jpg');
  expect(await createSitePictures(folders).widths(dealer)).toEqual({ 'a.jpg': 700 });
});

it('CFG-21 a photo replaced by one of another width during a build is refused: its pages name the old', async () => {
  await photo('a.jpg', 700);
  const pictures = createSitePictures(folders);
  const dealer = naming('/pictures/a.jpg');
  await pictures.widths(dealer);
  await photo('a.jpg', 600);
  await expect(pictures.add(dealer, join(folder, 'one'))).rejects.toThrow('replaced during the build');
});

it('CFG-21 a rotated photo is measured upright', async () => {
  const lying = sharp({ create: { width: 800, height: 300, channels: 3, background: '#468' } });
  await lying.withMetadata({ orientation: 6 }).jpeg().toFile(join(folders.pictures, 'a.jpg'));
  await add(naming('/pictures/a.jpg'), 'one');
  expect(await widthOf('one/_pictures/w300/a.jpg.webp')).toBe(300);
});

it('CFG-21 a photo of an encoded name is published under the name its file has', async () => {
  await photo('our yard.jpg', 100);
  await add(naming('/pictures/our%20yard.jpg'), 'one');
  expect(published('one')).toContain('our yard.jpg.avif');
});

it('CFG-21 several builds may make the same renditions concurrently', async () => {
  await photo('a.jpg', 100);
  const sites = ['one', 'two', 'three', 'four'];
  await Promise.all(sites.map((site) => add(naming('/pictures/a.jpg'), site)));
  for (const site of sites) expect(published(site)).toHaveLength(2);
  expect(readdirSync(folders.cache)).toHaveLength(2);
});

it('CFG-21 a file that is not a picture is named, for every dealer that shows it', async () => {
  writeFileSync(join(folders.pictures, 'torn.jpg'), 'half a');
  const pictures = createSitePictures(folders);
  for (const site of ['one', 'two']) {
    const failure = pictures.add(naming('/pictures/torn.jpg'), join(folder, site));
    await expect(failure).rejects.toThrow(UnreadablePicture);
    await expect(failure).rejects.toMatchObject({ path: 'torn.jpg' });
  }
});
