import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import type { Hotspot, HotspotPosition, Vehicle, VehicleImage } from '#src/features/vehicle/vehicle.ts';
import { ownFile, webAddress } from '#src/platform/text/untrusted-values.ts';
import type { Flaw, Inspection } from './inspection-schema.ts';

/** What cannot be placed or counted, for the report of the import. */
type Doubt = { value: string; expected: string; remedy: string };

const idOf = ({ id }: Flaw, at: number): string => id ?? String(at + 1);

/**
 * VDP-264: puts each flaw on its photo, so that the mark stays with the photo whichever of them are shown. A flaw whose
 * photo or frame is not there is listed without a mark.
 */
export function withPlacedFlaws(vehicle: Vehicle): { vehicle: Vehicle; doubts: Doubt[] } {
  const { inspection, images, spin_images = [] } = vehicle;
  if (!inspection) return { vehicle, doubts: [] };
  const doubts: Doubt[] = [];
  const marks = new Map<number, NonNullable<VehicleImage['marks']>>();
  const { points_checked: checked, points_passed: passed, ...facts } = inspection;
  const isCounted = checked !== undefined && (passed ?? 0) <= checked;
  if (passed !== undefined && !isCounted)
    doubts.push({
      value: `${passed} of ${checked ?? 'no'} points passed`,
      expected: 'at most as many points passed as checked',
      remedy: 'Correct the inspection in the feed; it shows no points until then.',
    });
  const missing = (what: string, number: number, count: number) =>
    doubts.push({
      value: `${what} ${number}`,
      expected: count === 0 ? `a vehicle with ${what}s` : `a ${what} from 1 to ${count}`,
      remedy: 'Correct the number in the feed; the flaw is listed without a mark until then.',
    });
  const flaws = inspection.flaws.map(({ photo, frame, x, y, ...flaw }, at): Flaw => {
    const id = idOf(flaw, at);
    if (frame !== undefined) {
      if (frame <= spin_images.length)
        return { ...flaw, id, frame, ...(x !== undefined && y !== undefined && { x, y }) };
      missing('frame', frame, spin_images.length);
    }
    // Photos of a numbered address are counted once they are fetched.
    const image = photo === undefined ? undefined : images[photo - 1];
    if (photo !== undefined && (!image || image.from !== undefined)) missing('photo', photo, images.length);
    else if (photo !== undefined && x !== undefined && y !== undefined)
      marks.set(photo - 1, [...(marks.get(photo - 1) ?? []), { flaw: id, x, y }]);
    return { ...flaw, id };
  });
  return {
    vehicle: {
      ...vehicle,
      images: images.map((image, at) => {
        const placed = marks.get(at);
        return placed ? { ...image, marks: placed } : image;
      }),
      inspection: {
        ...facts,
        ...(isCounted && { points_checked: checked, ...(passed !== undefined && { points_passed: passed }) }),
        flaws,
      },
    },
    doubts,
  };
}

const CIRCLE = 360;

/** VDP-264: flaws on frames of the spin, as points of interest. */
export function flawHotspots(
  { inspection }: Pick<Vehicle, 'inspection'>,
  frames: number,
): { hotspots: Hotspot[]; positions: HotspotPosition[] } {
  const placed = (inspection?.flaws ?? []).flatMap(({ id, kind, words, frame, x, y }, at) =>
    frame === undefined || x === undefined || y === undefined || frame > frames
      ? []
      : [{ id: `flaw-${id ?? at + 1}`, kind, words, x, y, angle: ((frame - 1) * CIRCLE) / frames }],
  );
  return {
    hotspots: placed.map(({ id, kind, words }) => ({
      id,
      description: flawName({ kind, words }),
      anchors: [],
    })),
    positions: placed.map(({ id, x, y, angle }) => ({
      ...{ hotspotId: id, activeAngle: angle, posX: x, posY: y },
    })),
  };
}

const KIND_WORDS: Readonly<Record<Flaw['kind'], string>> = {
  scratch: 'Scratch',
  dent: 'Dent',
  chip: 'Chip',
  crack: 'Crack',
  paint: 'Paint',
  rust: 'Rust',
  wear: 'Wear',
  stain: 'Stain',
  tyre: 'Tyre',
  mechanical: 'Mechanical',
  other: 'Other',
};

/** `Scratch: rear bumper, 4 cm` */
export const flawName = ({ kind, words }: Pick<Flaw, 'kind' | 'words'>): string =>
  `${KIND_WORDS[kind]}: ${words}`;

/** A mark on a photo; `number` is that of the flaw in the list. */
export type FlawMark = { number: number; name: string; x: number; y: number };

export type ShownFlaw = {
  number: number;
  kind: string;
  words: string;
  /** Index among the shown photos; null without one. */
  photo: number | null;
  isOnSpin: boolean;
};

export type ShownInspection = {
  /** `Inspected on 2 November 2026 by RACQ` */
  heading: string;
  /** `117 of 120 points passed` */
  points: string | null;
  report: string | null;
  flaws: ShownFlaw[];
  /** By index of the shown photo. */
  marks: ReadonlyMap<number, FlawMark[]>;
};

function pointsText({ points_checked: checked, points_passed: passed }: Inspection): string | null {
  if (checked === undefined) return null;
  return passed === undefined ? `${checked} points checked` : `${passed} of ${checked} points passed`;
}

/** @param pictures shown in the gallery */
export function shownInspection(
  { inspection }: Pick<Vehicle, 'inspection'>,
  pictures: readonly VehicleImage[],
  frames: number,
): ShownInspection | null {
  if (!inspection) return null;
  const numbers = new Map(inspection.flaws.map((flaw, at) => [idOf(flaw, at), at + 1]));
  const nameOf = (number: number) => {
    const flaw = inspection.flaws[number - 1];
    return flaw ? flawName(flaw) : '';
  };
  const marks = new Map(
    pictures.flatMap(({ marks: placed = [] }, at) => {
      const known = placed.flatMap(({ flaw, x, y }) => {
        const number = numbers.get(flaw);
        return number === undefined ? [] : [{ number, name: nameOf(number), x, y }];
      });
      return known.length > 0 ? [[at, known] as const] : [];
    }),
  );
  const { report } = inspection;
  return {
    heading: `Inspected on ${formatDate(inspection.inspected_on)} by ${inspection.by}`,
    points: pointsText(inspection),
    report: ownFile(report, ['pdf']) ?? webAddress(report)?.href ?? null,
    flaws: inspection.flaws.map(({ kind, words, frame }, at) => ({
      number: at + 1,
      kind: KIND_WORDS[kind],
      words,
      photo: [...marks].find(([, placed]) => placed.some(({ number }) => number === at + 1))?.[0] ?? null,
      isOnSpin: frame !== undefined && frame <= frames,
    })),
    marks,
  };
}
