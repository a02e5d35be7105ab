import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { imageFolders } from '#src/platform/images/image-store.ts';
import { openPictureFiles } from '#src/platform/images/picture-files.ts';
import type { Services } from '#src/server/services.ts';
import { type PictureProgress, writePictures } from './preview-pictures.ts';

it('PLAT-04 pictures of a preview are made once, and the command can say how far they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-preview-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { originalsFolder, cacheFolder } = imageFolders(folder);
  for (const each of [originalsFolder, cacheFolder]) mkdirSync(each, { recursive: true });
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } });
  await photo.jpeg().toFile(join(originalsFolder, 'ute.jpg'));
  const pictures = openPictureFiles({
    ...{ dataDir: folder, storage: undefined, maxCacheBytes: 1e9, log: { warn: () => {} } },
    versionOf: async () => undefined,
  });
  const services = { env: { DATA_DIR: folder, AVIF_EFFORT: 0 }, pictures } as Services;
  const addresses = [
    '/images/ute/v1/w320-q75.jpg',
    '/images/ute/v1/w320-q75.webp',
    '/images/van/v1/w320-q75.jpg',
  ];
  const said: PictureProgress[] = [];
  const write = (to: string) =>
    writePictures(services, {} as DealerConfig, addresses, join(folder, to), (progress) =>
      said.push(progress),
    );
  expect(await write('first')).toEqual({ written: 2, made: 2, missing: ['/images/van/v1/w320-q75.jpg'] });
  expect(said).toHaveLength(2);
  expect(said[1]).toEqual({ made: 2, done: 3, of: 3 });
  expect(await write('second')).toMatchObject({ written: 2, made: 0 });
  expect(said).toHaveLength(2);
  expect(existsSync(join(folder, 'second/images/ute/v1/w320-q75.webp'))).toBe(true);
});
