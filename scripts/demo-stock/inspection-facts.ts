import type { DealerConfig } from '#src/config/dealer-config.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { type FeedVehicle, pictureId } from './feed-vehicle.ts';
import type { Random } from './random.ts';

type Inspection = NonNullable<FeedVehicle['inspection']>;
type Flaw = NonNullable<Inspection['flaws']>[number];

/** Of the used cars of a dealer that says what comes with a car. */
const INSPECTED_SHARE = 0.25;
const POINTS = 120;
const INSPECTORS = ['our workshop', 'RoadCheck Inspections (demo)'] as const;

/** Flaws by the place a photo was taken from, about where a car is in such a photo. */
const FLAWS: Readonly<Record<string, readonly Omit<Flaw, 'photo'>[]>> = {
  front: [
    { kind: 'chip', words: 'two stone chips on the edge of the bonnet, touched up', x: 46, y: 50 },
    { kind: 'scratch', words: 'front bumper, lower corner, 6 cm', x: 62, y: 66 },
  ],
  side: [
    { kind: 'dent', words: 'small dent in the driver’s door, no paint lost', x: 44, y: 57 },
    { kind: 'scratch', words: 'kerb rash on the rear wheel', x: 70, y: 67 },
  ],
  rear: [{ kind: 'scratch', words: 'rear bumper, loading edge, 4 cm', x: 52, y: 63 }],
  back: [{ kind: 'paint', words: 'tailgate resprayed, good colour match', x: 50, y: 50 }],
};
/** Without a place on a photo. */
const UNSEEN: readonly Flaw[] = [
  { kind: 'wear', words: 'driver’s seat bolster, light wear' },
  { kind: 'tyre', words: 'rear tyres at 4 mm' },
];
const ON_SPIN: Flaw = {
  kind: 'scratch',
  words: 'rear door, light scratch, polished out',
  frame: 9,
  x: 48,
  y: 58,
};

function flawsOf({ images, spin_images }: FeedVehicle, random: Random): Flaw[] {
  const onPhotos = images.flatMap((picture, at): Flaw[] => {
    const places = FLAWS[pictureId(picture).split('-').at(-1) ?? ''] ?? [];
    return places.length > 0 && random.chance(0.6) ? [{ ...random.pick(places), photo: at + 1 }] : [];
  });
  return [
    ...onPhotos.slice(0, 3),
    ...(spin_images ? [ON_SPIN] : []),
    ...UNSEEN.filter(() => random.chance(0.4)),
  ];
}

/**
 * VDP-264: the inspection of some used cars.
 * @param random of this vehicle alone, so that no other changes with it
 */
export function inspectionFacts(
  vehicle: FeedVehicle,
  { dealer, today }: { dealer: DealerConfig; today: string },
  random: Random,
): Pick<FeedVehicle, 'inspection'> {
  const { car_type, status, item_type = 'car', custom_rank, created_at = today, images } = vehicle;
  const isChosen = random.chance(INSPECTED_SHARE);
  // As with papers: featured vehicles stay as the visual tests know them.
  if (!dealer.vehiclePage.comesWith || car_type !== 'used' || status !== 'in_stock') return {};
  if (!isChosen || item_type !== 'car' || custom_rank || images.length < 3) return {};
  const flaws = flawsOf(vehicle, random);
  return {
    inspection: {
      inspected_on: addDays(created_at, -random.int(1, 6)),
      by: random.pick(INSPECTORS),
      points_checked: POINTS,
      points_passed: POINTS - flaws.length,
      flaws,
    },
  };
}
