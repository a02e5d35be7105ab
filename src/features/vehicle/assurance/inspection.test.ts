import * as v from 'valibot';
import { expect, it } from 'vitest';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { flawHotspots, shownInspection, withPlacedFlaws } from './inspection.ts';

const FRAMES = Array.from({ length: 8 }, (_, at) => ({ id: `f-${at}` }));
const car = (inspection: object, more: object = {}) =>
  v.parse(VehicleSchema, {
    ...{ make: 'Kia', model: 'Rio', year: 2020, car_type: 'used', status: 'in_stock' },
    images: [{ id: 'a' }, { id: 'no-photo' }, { id: 'c' }],
    inspection: { inspected_on: '2026-11-02', by: 'RACQ', ...inspection },
    ...more,
  });
const SCRATCH = { kind: 'scratch', words: 'rear bumper, 4 cm', photo: 3, x: 31, y: 62 };

it('VDP-270 a flaw stays with its photo when a photo before it is not shown', () => {
  const { vehicle, doubts } = withPlacedFlaws(
    car({ flaws: [SCRATCH, { kind: 'wear', words: 'driver’s seat' }] }),
  );
  expect(doubts).toEqual([]);
  expect(vehicle.images[2]?.marks).toEqual([{ flaw: '1', x: 31, y: 62 }]);
  const shown = shownInspection(
    vehicle,
    [vehicle.images[0], vehicle.images[2]].filter((each) => each !== undefined),
    0,
  );
  expect(shown?.flaws.map(({ number, kind, photo }) => [number, kind, photo])).toEqual([
    [1, 'Scratch', 1],
    [2, 'Wear', null],
  ]);
  expect(shown?.marks.get(1)).toEqual([{ number: 1, name: 'Scratch: rear bumper, 4 cm', x: 31, y: 62 }]);
});

it('VDP-264 the heading says who, when and how much passed', () => {
  const shown = (facts: object) => {
    const found = shownInspection(withPlacedFlaws(car(facts)).vehicle, [], 0);
    return [found?.heading, found?.points, found?.report];
  };
  const heading = 'Inspected on 2 November 2026 by RACQ';
  expect(shown({ points_checked: 120, points_passed: 117, report: '/documents/check.pdf' })).toEqual([
    ...[heading, '117 of 120 points passed', '/documents/check.pdf'],
  ]);
  expect(shown({ points_checked: 120, report: 'javascript:alert(1)' })).toEqual([
    heading,
    '120 points checked',
    null,
  ]);
  expect(shown({})).toEqual([heading, null, null]);
});

it('VDP-271 photos, frames and points that cannot be are reported; the flaw is listed without a mark', () => {
  const flaws = [
    { ...SCRATCH, photo: 9 },
    { kind: 'dent', words: 'door', frame: 3, x: 1, y: 1 },
  ];
  const { vehicle, doubts } = withPlacedFlaws(car({ flaws, points_checked: 10, points_passed: 12 }));
  expect(doubts.map(({ value, expected }) => [value, expected])).toEqual([
    ['12 of 10 points passed', 'at most as many points passed as checked'],
    ['photo 9', 'a photo from 1 to 3'],
    ['frame 3', 'a vehicle with frames'],
  ]);
  expect(shownInspection(vehicle, vehicle.images, 0)).toMatchObject({
    points: null,
    flaws: [{ photo: null }, {}],
  });
});

it('VDP-271 photos that are counted by their address take no mark', () => {
  const images = [{ id: 'awaited', address: 'https://cdn.example/{n}.jpg', from: 1 }];
  expect(withPlacedFlaws(car({ flaws: [{ ...SCRATCH, photo: 1 }] }, { images })).doubts).toHaveLength(1);
});

it('VDP-265 a flaw on a frame is a point of interest of the spin, at the angle of the frame', () => {
  const flaws = [{ kind: 'dent', words: 'rear door', frame: 3, x: 40, y: 55 }];
  const { vehicle } = withPlacedFlaws(car({ flaws }, { spin_images: FRAMES }));
  expect(flawHotspots(vehicle, 8)).toEqual({
    hotspots: [{ id: 'flaw-1', description: 'Dent: rear door', anchors: [] }],
    positions: [{ hotspotId: 'flaw-1', activeAngle: 90, posX: 40, posY: 55 }],
  });
  expect(flawHotspots(vehicle, 0).hotspots).toEqual([]);
});

it('VDP-264 a vehicle without an inspection has none', () => {
  expect(shownInspection({ inspection: undefined }, [], 0)).toBeNull();
  expect(flawHotspots({ inspection: undefined }, 8)).toEqual({ hotspots: [], positions: [] });
});
