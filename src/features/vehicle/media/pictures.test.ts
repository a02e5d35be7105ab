import { expect, it } from 'vitest';
import { shownPictures } from './vehicle-media.ts';

const spin_images = Array.from({ length: 8 }, (_, at) => ({ id: `spin-${at}` }));
const [frame] = spin_images;

it('VDP-03 CARD-06 a vehicle looks like its photos, without any like the first frame of its spin', () => {
  const images = [{ id: 'placeholder' }, { id: 'front' }, { id: 'rear' }];
  expect(shownPictures({ images, spin_images })).toEqual([{ id: 'front' }, { id: 'rear' }]);
  expect(shownPictures({ images: images.slice(0, 1), spin_images })).toEqual([frame]);
  expect(shownPictures({ images: [], spin_images: spin_images.slice(1) })).toEqual([]);
  expect(shownPictures({ images: [] })).toEqual([]);
});
