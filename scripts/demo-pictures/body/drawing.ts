import type { Points } from './line.ts';
import type { Views } from './view.ts';

/**
 * The shape of a car's body, from three views. Metres; x forward with 0 between nose and tail, y up from the ground,
 * z from the middle to the side. Lines are points [at, value] eased over `ease` (see line.ts).
 */
export type Shape = {
  /** Side view of the lower body (everything below the windows): its upper line, [x, y], from tail to nose. */
  top: Points;
  /** How much lower the bonnet and boot lid lie 0.8 m beside the middle. */
  crown: number;
  /** Side view: the lower line, [x, y]. */
  bottom: Points;
  /** Side view of the foremost and rearmost line: [y, x] from below. */
  nose: Points;
  tail: Points;
  /** Plan view: how far nose and tail lie back at the full half width, and how late the curve sets in (2 round, 4 square). */
  noseSweep: readonly [back: number, power: number];
  tailSweep: readonly [back: number, power: number];
  /** Plan view: the largest half width, [x, z]. */
  plan: Points;
  /** Front view: what the side adds to the plan's half width at a height, [y, z], 0 at the widest. */
  section: Points;
  /** Lines along the side where the metal is folded: [x, y]; metres the fold stands out; how far it fades above and below. */
  folds: readonly { at: Points; out: number; above: number; below: number; from?: number; to?: number }[];
  /** Radii of edges: along the shoulder and bonnet edge [x, r]; of the plan's corners; of the sill. */
  shoulder: Points;
  noseCorner: number;
  tailCorner: number;
  sill: number;
  /** The glasshouse; absent for a body without one. */
  cabin?: Cabin;
  /** Ease of the top, nose, tail and plan lines. */
  ease?: { top?: number; ends?: number; plan?: number; section?: number; roof?: number };
  /** Further edges of the fender: half widths added around the wheels, [reach beyond the arch, out]. */
  flare: readonly [reach: number, out: number];
};

export type Cabin = {
  /** Side view: roof line [x, y], on past screen and back. */
  roof: Points;
  /** How much lower the roof lies 0.6 m beside the middle. */
  crown: number;
  /** Side view of the windscreen's middle line [y, x], on above the roof and below the bonnet. */
  screen: Points;
  screenSweep: number;
  /** The same of the rear screen or tailgate window. */
  back: Points;
  backSweep: number;
  /** Half width at the height `belt`, [x, z]. */
  plan: Points;
  belt: number;
  /** Tumblehome: metres inwards for each metre up, and more of it with height. */
  lean: number;
  curve: number;
  /** Radii: above the side windows, at the windscreen's pillar, at the rear pillar, where it meets the lower body. */
  cant: number;
  frontPillar: number;
  rearPillar: number;
  foot: number;
};

/** Where the wheels stand. */
export type Stance = {
  /** x of the axles. */
  front: number;
  rear: number;
  /** Outer diameter and width of the tyre. */
  diameter: number;
  width: number;
  /** z of the tyre's outer face. */
  outer: number;
  /** Radius of the wheel arch. */
  arch: number;
  /** Of the arch's lip. */
  lip?: 'paint' | 'trim';
};

/** What a body is made of: its shape, its wheels and what is drawn on it. */
export type BodyDrawing = {
  shape: Shape;
  stance: Stance;
  /** Overall height and half length, for the size of the masks. */
  height: number;
  reach: number;
  /** Behind this x the nose's front view is unrolled onto the sides; ahead of this one the tail's. */
  noseWrap: number;
  tailWrap: number;
  /** Front view is used ahead of `noseEnd`, the rear's behind `tailEnd`. */
  noseEnd: number;
  tailEnd: number;
  /** Height that parts bonnet and grille from windscreen, boot lid from rear screen. */
  screenFoot: number;
  backFoot: number;
  /** Foremost and rearmost x of the glasshouse, and one between screens. */
  cabin: readonly [rear: number, middle: number, front: number];
  /** Height and plan position from where rays to the skin start; inside the body all along. */
  spine?: Points;
  /** How far inside nose and tail the rays fan out. */
  fan?: number;
  /** Draws windows, trim, lamps, gaps. */
  draw(views: Views): void;
};
