import { expect, it } from 'vitest';
import { cardPicture } from './location-pictures.ts';

it('LOC-13 a card has the small picture, else that of the page, else the first photo', () => {
  const photos = [
    { url: '/pictures/yard.webp', alt: 'The yard' },
    { url: '/pictures/counter.webp', alt: 'The counter' },
  ];
  const image = { url: '/pictures/front.webp', alt: 'The front' };
  const thumb = { url: '/pictures/small.webp', alt: 'The front' };
  expect(cardPicture({ image: { image, thumb }, photos })).toBe(thumb);
  expect(cardPicture({ image: { image }, photos })).toBe(image);
  expect(cardPicture({ photos })).toBe(photos[0]);
  expect(cardPicture({ photos: [] })).toBeUndefined();
});
