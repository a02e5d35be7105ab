import { type Material, Vector2 } from 'three';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { type Corner, outline, slab, spin } from './shapes.ts';
import { entry } from './spline.ts';

/** Socket heads along an edge, facing +z. */
function boltsAlong(kit: Kit, edge: readonly Vector2[], spacing: number, z: number, radius = 0.0052) {
  const { bolt } = finishes();
  const lengths = edge.map((point, at) => point.distanceTo(entry(edge, (at + 1) % edge.length)));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const count = Math.max(3, Math.round(whole / spacing));
  const head = spin(
    [
      [radius, -0.003],
      [radius, 0.006],
      [radius * 0.55, 0.006],
      [radius * 0.5, 0.003],
      [0, 0.003],
    ],
    7,
  );
  let [at, passed] = [0, 0];
  for (let one = 0; one < count; one++) {
    const goal = (whole * (one + 0.5)) / count;
    while (at < edge.length - 1 && passed + entry(lengths, at) < goal) passed += entry(lengths, at++);
    const point = entry(edge, at)
      .clone()
      .lerp(entry(edge, (at + 1) % edge.length), (goal - passed) / entry(lengths, at));
    kit.add(bolt, head, placed(point.x, point.y, z));
  }
}

const shrunk = (edge: readonly Vector2[], by: number): Vector2[] =>
  edge.map((point, at) => {
    const before = entry(edge, (at + edge.length - 1) % edge.length);
    const after = entry(edge, (at + 1) % edge.length);
    const along = after.clone().sub(before).normalize();
    return new Vector2(point.x - along.y * by, point.y + along.x * by);
  });

/** A cover bolted to a case: a flange with its screws and a raised lid, from z outwards; outline counter-clockwise. */
export function cover(
  kit: Kit,
  material: Material,
  corners: readonly Corner[],
  {
    z,
    rise,
    spacing = 0.055,
    flange = 0.014,
    lip = 0.012,
  }: { z: number; rise: number; spacing?: number; flange?: number; lip?: number },
) {
  const edge = outline(corners, 4);
  kit.add(material, slab(edge, flange + 0.02, { bevel: 0.003 }), placed(0, 0, z + flange / 2 - 0.01));
  const lid = shrunk(edge, lip);
  kit.add(
    material,
    slab(lid, rise, { bevel: Math.min(0.016, rise * 0.6), bevelPieces: 3 }),
    placed(0, 0, z + rise / 2 + flange * 0.4),
  );
  boltsAlong(kit, shrunk(edge, lip * 0.5), spacing, z + flange);
}

/** A round cover with a dished middle. */
export function roundCover(
  kit: Kit,
  material: Material,
  x: number,
  y: number,
  radius: number,
  z: number,
  rise: number,
) {
  kit.within(placed(x, y, z), () => {
    kit.add(
      material,
      spin(
        [
          [radius + 0.012, -0.02],
          [radius + 0.012, 0.01],
          [radius + 0.009, 0.013],
          [radius, 0.013],
          [radius - 0.004, rise - 0.01],
          [radius - 0.008, rise - 0.004],
          [radius - 0.016, rise],
          [radius * 0.6, rise],
          [radius * 0.57, rise - 0.004],
          [radius * 0.3, rise - 0.004],
          [radius * 0.26, rise],
          [0, rise],
        ],
        30,
      ),
    );
    const edge = Array.from(
      { length: 40 },
      (_, at) =>
        new Vector2(
          (radius + 0.006) * Math.cos((at / 20) * Math.PI),
          (radius + 0.006) * Math.sin((at / 20) * Math.PI),
        ),
    );
    boltsAlong(kit, edge, 0.06, 0.012);
  });
}

/** A stack of cooling fins around a box, up along y: outline in x and z, counter-clockwise. */
export function fins(
  kit: Kit,
  material: Material,
  corners: readonly Corner[],
  from: number,
  to: number,
  spacing = 0.011,
) {
  const edge = outline(corners, 5);
  const fin = slab(edge, 0.0042, { bevel: 0.001, bevelPieces: 1 });
  const core = slab(shrunk(edge, 0.02), to - from, { bevel: 0.001 });
  kit.add(material, core, placed(0, (from + to) / 2, 0, -Math.PI / 2));
  const count = Math.round((to - from) / spacing);
  for (let at = 0; at <= count; at++)
    kit.add(material, fin, placed(0, from + ((to - from) * at) / count, 0, -Math.PI / 2));
}

export { boltsAlong, shrunk };
