import * as v from 'valibot';
import { text } from '#src/features/vehicle/text/feed-text.ts';

const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const counted = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

/** VDP-264: a flaw at a place of a picture, in per cent of the whole picture. */
export const FlawMarkSchema = v.strictObject({ flaw: text, x: percent, y: percent });

const FLAW_KINDS = [
  ...(['scratch', 'dent', 'chip', 'crack', 'paint', 'rust', 'wear', 'stain'] as const),
  ...(['tyre', 'mechanical', 'other'] as const),
] as const;

/** `photo` counts the photos of the feed from 1, `frame` those of the spin; x and y in per cent of it. */
const FlawSchema = v.strictObject({
  id: v.optional(text),
  kind: v.picklist(FLAW_KINDS),
  words: text,
  photo: v.optional(counted(60)),
  frame: v.optional(counted(120)),
  x: v.optional(percent),
  y: v.optional(percent),
});

/** VDP-264: what an inspection of the vehicle found. */
export const InspectionSchema = v.strictObject({
  inspected_on: v.pipe(v.string(), v.isoDate()),
  by: text,
  points_checked: v.optional(counted(1000)),
  points_passed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000))),
  /** The whole report; an https URL, or a PDF of the site, `/documents/…`. */
  report: v.optional(text),
  flaws: v.optional(v.array(FlawSchema), []),
});

export type Inspection = v.InferOutput<typeof InspectionSchema>;
export type Flaw = v.InferOutput<typeof FlawSchema>;
