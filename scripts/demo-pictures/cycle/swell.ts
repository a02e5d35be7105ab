import type { BufferGeometry, Vector2 } from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { geometryOf } from './shapes.ts';
import { entry } from './spline.ts';

/**
 * An outline in z and y swept along x while it grows and shrinks: lamps, mirrors, caps.
 * @param stages x, the outline's scale there and, if wished, a shift along y
 * @param crease radians beyond which an edge stays crisp
 * @param backwards whether its outside is seen by one who looks from -x: its stages run towards -x
 */
export function swell(
  edge: readonly Vector2[],
  stages: readonly (readonly [number, number] | readonly [number, number, number])[],
  crease = 0.6,
  backwards = false,
): BufferGeometry {
  const position: number[] = [];
  const index: number[] = [];
  const count = edge.length;
  stages.forEach(([x, scale, lift = 0], stage) => {
    for (const point of edge) position.push(x, point.y * scale + lift, point.x * scale);
    if (stage === 0) return;
    for (let at = 0; at < count; at++) {
      const next = (at + 1) % count;
      const [a, b] = [(stage - 1) * count + at, (stage - 1) * count + next];
      const [c, d] = [stage * count + next, stage * count + at];
      if (entry(stages, stage)[1] > 1e-6) index.push(...(backwards ? [a, b, c] : [a, c, b]));
      if (entry(stages, stage - 1)[1] > 1e-6 || entry(stages, stage)[1] > 1e-6)
        index.push(...(backwards ? [a, c, d] : [a, d, c]));
    }
  });
  const faceted = geometryOf(position, index).toNonIndexed();
  return toCreasedNormals(faceted, crease);
}
