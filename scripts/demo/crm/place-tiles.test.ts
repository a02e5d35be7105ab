import sharp from 'sharp';
import { expect, it } from 'vitest';
import { placeTile } from './place-tiles.ts';

it('LOC-270 the demo has a map service of its own, with pictures of tiles that exist', async () => {
  const brisbane = await placeTile('/tiles/10/947/592.png');
  expect(await sharp(brisbane).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 });
  for (const path of ['/tiles/10/1024/0.png', '/tiles/20/0/0.png', '/tiles/1/0.png', '/tiles/a/0/0.png'])
    expect(await placeTile(path), path).toBeUndefined();
});
