import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coarseFrames, hotspotPosition, spinFrames } from './vehicle-media.ts';

const at = (activeAngle: number, posX: number, posY = 50) => ({ hotspotId: 'a', activeAngle, posX, posY });

it('VDP-03 a spin has at least 8 pictures', () => {
  const images = Array.from({ length: 8 }, (_, n) => ({ id: `f-${n}` }));
  expect(spinFrames({ spin_images: images })).toBe(images);
  expect(spinFrames({ spin_images: images.slice(1) })).toEqual([]);
  expect(spinFrames({})).toEqual([]);
});

it('VDP-04 the sheet holds frames all around, of any spin from 8 to 120', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 120 }), (count) => {
      const coarse = coarseFrames(count);
      expect(coarse[0]).toBe(0);
      expect(coarse).toHaveLength(Math.min(count, 24));
      expect(new Set(coarse).size).toBe(coarse.length);
      const gaps = coarse.map((frame, n) => (coarse[n + 1] ?? count) - frame);
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
    }),
  );
});

it('VDP-05 VDP-36 a hotspot moves evenly between known angles, also across the front', () => {
  expect(hotspotPosition([at(30, 10), at(90, 40)], 60)).toEqual({ x: 25, y: 50 });
  expect(hotspotPosition([at(340, 10), at(20, 30)], 0)).toEqual({ x: 20, y: 50 });
  expect(hotspotPosition([at(30, 10), at(90, 40)], 30)).toEqual({ x: 10, y: 50 });
});

it('VDP-05 a hotspot is hidden outside the angles it is known at', () => {
  expect(hotspotPosition([], 0)).toBeUndefined();
  expect(hotspotPosition([at(30, 10), at(90, 40)], 200)).toBeUndefined();
  expect(hotspotPosition([at(0, 10)], 24)).toEqual({ x: 10, y: 50 });
  expect(hotspotPosition([at(0, 10)], 26)).toBeUndefined();
  expect(hotspotPosition([at(0, 10), at(180, 90)], 170)).toEqual({ x: 90, y: 50 });
});

it('VDP-05 a hotspot is never outside its known positions', () => {
  const position = fc.record({
    activeAngle: fc.integer({ min: 0, max: 360 }),
    posX: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(
      fc.array(position, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 359 }),
      (known, angle) => {
        const place = hotspotPosition(
          known.map(({ activeAngle, posX }) => at(activeAngle, posX)),
          angle,
        );
        if (!place) return;
        expect(place.x).toBeGreaterThanOrEqual(Math.min(...known.map(({ posX }) => posX)));
        expect(place.x).toBeLessThanOrEqual(Math.max(...known.map(({ posX }) => posX)));
      },
    ),
  );
});
