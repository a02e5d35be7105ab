import { type Material, PlaneGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import type { Kit } from './kit.ts';
import { inset, type Outline } from './outline.ts';
import { block } from './solids.ts';
import { band, fill, raised, ribbon, type Surface } from './surface.ts';
import { plateFace } from './textures.ts';

/** Adds several geometries of one material. */
export function addAll(kit: Kit, material: Material, geometries: readonly Parameters<Kit['add']>[1][]) {
  for (const geometry of geometries) kit.add(material, geometry);
}

/** A bonded pane: glass with an opaque border over a hole of the same outline. */
export function bondedGlass(
  kit: Kit,
  surface: Surface,
  outline: Outline,
  { border = 0.045, glass = MATERIALS.glass as Material, offset = 0.003, overlap = 0.012 } = {},
): void {
  const outer = inset(outline, -overlap);
  const inner = inset(outline, border);
  kit.add(MATERIALS.glossBlack, band(surface, outer, inner, [offset, offset + 0.001]));
  kit.add(MATERIALS.rubber, band(surface, inset(outer, -0.004), outer, [-0.002, offset]));
  kit.add(glass, fill(surface, inset(inner, -0.003), offset, 0.1));
}

/** An acrylic window of a caravan: frame proud of the wall, dark pane, a blind's edge behind it. */
export function framedWindow(kit: Kit, surface: Surface, outline: Outline, frame = 0.04): void {
  const inner = inset(outline, frame);
  kit.add(MATERIALS.glossBlack, band(surface, outline, inset(outline, 0.01), [0.004, 0.02]));
  kit.add(MATERIALS.glossBlack, band(surface, inset(outline, 0.01), inner, [0.02, 0.022]));
  kit.add(MATERIALS.rubber, band(surface, inset(outline, -0.008), outline, [0.001, 0.005]));
  kit.add(MATERIALS.glossBlack, band(surface, inner, inset(inner, 0.004), [0.022, 0.012]));
  kit.add(MATERIALS.darkGlass, fill(surface, inset(inner, 0.001), 0.016, 0.3));
}

/** A dark gap around a door or hatch. */
export const shutLine = (kit: Kit, surface: Surface, outline: Outline, width = 0.009): void =>
  kit.add(MATERIALS.dark, ribbon(surface, outline, { width, closed: true }));

/** A locker's hatch: a panel with a gap around it, and a latch. */
export function hatch(
  kit: Kit,
  surface: Surface,
  outline: Outline,
  {
    panel = MATERIALS.white as Material,
    latch,
  }: { panel?: Material; latch?: readonly [number, number] } = {},
): void {
  kit.add(MATERIALS.rubber, band(surface, inset(outline, -0.012), inset(outline, 0.01), [0.001, 0.003]));
  addAll(kit, panel, raised(surface, inset(outline, 0.004), 0.012, 0.006));
  if (!latch) return;
  const [a, b] = latch;
  addAll(
    kit,
    MATERIALS.glossBlack,
    raised(
      (x, y) => surface(a + x, b + y),
      [
        [-0.04, -0.028, 0.012],
        [0.04, -0.028, 0.012],
        [0.04, 0.028, 0.012],
        [-0.04, 0.028, 0.012],
      ],
      0.024,
      0.006,
    ),
  );
}

/** A number plate at a place, facing along an angle about y: 0 to the front, 180 to the rear. */
export function numberPlate(kit: Kit, x: number, y: number, z: number, facing: 0 | 180): void {
  kit.add(MATERIALS.plastic, block(0.012, 0.155, 0.4, 0.005), x, y, z);
  const face = new PlaneGeometry(0.372, 0.134).rotateY(Math.PI / 2);
  kit.add(plateFace(), face, x + (facing ? -0.008 : 0.008), y, z, 0, facing, 0);
}

/** A push-out handle in a dark bowl. */
export function doorHandle(kit: Kit, surface: Surface, a: number, b: number, material: Material): void {
  const here: Surface = (x, y) => surface(a + x, b + y);
  const bowl: Outline = [
    [-0.1, -0.035, 0.03],
    [0.1, -0.035, 0.03],
    [0.1, 0.035, 0.03],
    [-0.1, 0.035, 0.03],
  ];
  kit.add(MATERIALS.dark, fill(here, bowl, 0.003));
  addAll(
    kit,
    material,
    raised(
      here,
      [
        [-0.11, -0.004, 0.012],
        [0.11, -0.004, 0.012],
        [0.11, 0.03, 0.012],
        [-0.11, 0.03, 0.012],
      ],
      0.03,
      0.008,
    ),
  );
}

/** A wiper lying on a windscreen from its pivot to its tip, and the blade across the tip. */
export function wiper(
  kit: Kit,
  surface: Surface,
  pivot: readonly [number, number],
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  kit.add(MATERIALS.plastic, ribbon(surface, [pivot, middle], { width: 0.022, offset: 0.035, step: 0.1 }));
  kit.add(MATERIALS.plastic, ribbon(surface, [from, to], { width: 0.014, offset: 0.022, step: 0.1 }));
  kit.add(MATERIALS.rubber, ribbon(surface, [from, to], { width: 0.024, offset: 0.012, step: 0.1 }));
}

/** A lamp of a few centimetres set on a surface: a body proud of it with a bevelled edge. */
export function smallLamp(
  kit: Kit,
  surface: Surface,
  outline: Outline,
  material: Material,
  height = 0.02,
): void {
  kit.add(MATERIALS.rubber, band(surface, inset(outline, -0.007), outline, [0.002, 0.006]));
  addAll(kit, material, raised(surface, outline, height, Math.min(0.008, height * 0.5)));
}
