import { SphereGeometry } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import type { Kit } from './kit.ts';
import { addAll } from './openings.ts';
import { circle, inset, type Outline } from './outline.ts';
import { band, fill, raised, ribbon, type Surface } from './surface.ts';
import { lens } from './textures.ts';

/**
 * A headlamp on a surface: a black housing with reflectors and projectors, a light strip along `strip`, under clear plastic.
 * @param eyes centres and radii of its lamps in the surface's metres
 */
export function headlamp(
  kit: Kit,
  surface: Surface,
  outline: Outline,
  eyes: readonly (readonly [a: number, b: number, radius: number])[],
  strip: readonly (readonly [number, number, number?])[] = [],
): void {
  kit.add(MATERIALS.glossBlack, fill(surface, outline, 0.004, 0.06));
  kit.add(MATERIALS.rubber, band(surface, inset(outline, -0.01), outline, [0.001, 0.003], 0.06));
  for (const [a, b, radius] of eyes) {
    kit.add(
      MATERIALS.chrome,
      band(surface, circle(a, b, radius), circle(a, b, radius * 0.62), [0.016, 0.005], 0.05),
    );
    kit.add(
      MATERIALS.darkAlloy,
      band(surface, circle(a, b, radius * 1.12), circle(a, b, radius), [0.006, 0.016], 0.05),
    );
    const { at } = surface(a, b);
    const eye = new SphereGeometry(radius * 0.6, 18, 12);
    eye.translate(at.x, at.y, at.z);
    kit.add(MATERIALS.headlamp, eye);
  }
  if (strip.length > 1) {
    kit.add(MATERIALS.lampBright, ribbon(surface, strip, { width: 0.016, offset: 0.012, step: 0.05 }));
  }
  kit.add(lens(), fill(surface, inset(outline, 0.004), 0.03, 0.06));
  kit.add(lens(), band(surface, outline, inset(outline, 0.004), [0.004, 0.03], 0.06));
}

/** A tail lamp: red body, an indicator and a white reversing lamp as bands from its top down. */
export function tailLamp(kit: Kit, surface: Surface, a0: number, b0: number, a1: number, b1: number): void {
  const part = (from: number, to: number): Outline => {
    const [low, high] = [b0 + (b1 - b0) * from, b0 + (b1 - b0) * to];
    return [
      [a0, low + 0.004, 0.012],
      [a1, low + 0.004, 0.012],
      [a1, high - 0.004, 0.012],
      [a0, high - 0.004, 0.012],
    ];
  };
  const whole: Outline = [
    [a0, b0, 0.015],
    [a1, b0, 0.015],
    [a1, b1, 0.015],
    [a0, b1, 0.015],
  ];
  addAll(kit, MATERIALS.glossBlack, raised(surface, inset(whole, -0.012), 0.016, 0.008));
  const bands = [
    [0, 0.2, MATERIALS.headlamp],
    [0.2, 0.45, MATERIALS.indicator],
    [0.45, 1, MATERIALS.tailLamp],
  ] as const;
  for (const [from, to, material] of bands)
    addAll(kit, material, raised(surface, part(from, to), 0.032, 0.008));
}
