import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { addSitePictures, picturesOf } from './site-pictures.ts';

const naming = (...urls: string[]) => ({ content: { urls } }) as unknown as DealerConfig;

it('CFG-21 the photos a dealer file names anywhere are found once, drawings and other sites left out', () => {
  const dealer = naming('/pictures/a.jpg', '/pictures/b/c.webp', '/pictures/a.jpg', '/pictures/d.svg');
  expect(picturesOf(dealer)).toEqual(['a.jpg', 'b/c.webp']);
});

it('CFG-21 a photo becomes renditions no larger than itself, made once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-pictures-'));
  const folders = { pictures: join(folder, 'pictures'), cache: join(folder, 'cache') };
  mkdirSync(folders.pictures);
  const blank = sharp({ create: { width: 700, height: 400, channels: 3, background: '#468' } });
  await blank.jpeg().toFile(join(folders.pictures, 'a.jpg'));
  const dealer = naming('/pictures/a.jpg', '/pictures/missing.jpg');
  await addSitePictures(dealer, join(folder, 'one'), folders);
  const widthAt = async (name: string) => (await sharp(join(folder, 'one/_pictures', name)).metadata()).width;
  expect(await widthAt('w480/a.jpg.avif')).toBe(480);
  expect(await widthAt('w1920/a.jpg.webp')).toBe(700);
  expect(existsSync(join(folder, 'one/_pictures/w480/missing.jpg.avif'))).toBe(false);

  const names = readdirSync(folders.cache);
  const times = names.map((name) => statSync(join(folders.cache, name)).mtimeMs);
  await addSitePictures(dealer, join(folder, 'two'), folders);
  expect(names.map((name) => statSync(join(folders.cache, name)).mtimeMs)).toEqual(times);
  expect(existsSync(join(folder, 'two/_pictures/w640/a.jpg.webp'))).toBe(true);
});
