import { expect, it } from 'vitest';
import { vehicleVideo, vehicleViews, viewsPolicy } from './vehicle-media.ts';

const frames = Array.from({ length: 8 }, (_, n) => ({ id: `f-${n}` }));
const spinner = { detailView: 'spinner', spinViewer: 'https://spin.example/v/{code}?in=frame' } as const;

it('VDP-03 a spin is seen first, or the photos where the site says so', () => {
  expect(vehicleViews({ spin_images: frames }, spinner)).toMatchObject({
    modes: ['spin', 'images'],
    first: 'spin',
  });
  expect(vehicleViews({ spin_images: frames }, { detailView: 'gallery' }).first).toBe('images');
  expect(vehicleViews({}, spinner)).toMatchObject({ modes: ['images'], first: 'images' });
});

it('VDP-03 the inside is a view if there is a panorama or a web address', () => {
  expect(vehicleViews({ spin_interior_image: { id: 'p' } }, spinner).modes).toEqual(['images', 'interior']);
  const framed = vehicleViews({ interior_url: 'https://inside.example/x' }, spinner);
  expect(framed.modes).toEqual(['images', 'interior']);
  expect(viewsPolicy(framed, null)).toEqual(['frame-src https://inside.example']);
  for (const interior_url of ['javascript:alert(1)', 'http://inside.example', 'inside'])
    expect(vehicleViews({ interior_url }, spinner).modes).toEqual(['images']);
});

it('VDP-05 a code opens the third-party viewer, if there is no spin of our own', () => {
  const view = vehicleViews({ spin_code: 'a/b&c' }, spinner);
  expect(view.external?.url).toBe('https://spin.example/v/a%2Fb%26c?in=frame');
  expect(view).toMatchObject({ modes: ['spin', 'images'], first: 'images' });
  const video = vehicleVideo({ video_url: 'https://cdn.example/x.mp4' });
  expect(viewsPolicy(view, video)).toEqual([
    'frame-src https://spin.example',
    'media-src https://cdn.example',
  ]);
  expect(vehicleViews({ spin_code: 'a', spin_images: frames }, spinner).external).toBeUndefined();
  expect(vehicleViews({ spin_code: 'a' }, { detailView: 'spinner' }).modes).toEqual(['images']);
});
