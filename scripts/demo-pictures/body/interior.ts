import { BoxGeometry, CylinderGeometry, Group, Mesh, TorusGeometry } from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { MATERIALS } from '../rig/materials.ts';

/** What shows through the windows. Metres. */
export type Interior = {
  /** x of the backs of the seat rows, from the front; height of the seat cushions' upper side. */
  rows: readonly number[];
  cushion: number;
  /** x of the dashboard's rear edge and height of its upper side. */
  dash: number;
  dashTop: number;
  /** Half width inside at the doors. */
  half: number;
  /** Rear end of the cabin's floor. */
  tail: number;
  /** Height of the shelf or load floor behind the last row. */
  shelf: number;
};

function seat(x: number, z: number, cushion: number, width: number): Group {
  const group = new Group();
  const base = new Mesh(new RoundedBoxGeometry(0.5, 0.16, width, 3, 0.06), MATERIALS.fabric);
  base.position.set(x + 0.27, cushion - 0.08, z);
  const back = new Mesh(new RoundedBoxGeometry(0.13, 0.62, width, 3, 0.06), MATERIALS.fabric);
  back.position.set(x - 0.04, cushion + 0.26, z);
  back.rotation.z = 0.28;
  const head = new Mesh(new RoundedBoxGeometry(0.09, 0.18, 0.26, 3, 0.04), MATERIALS.fabric);
  head.position.set(x - 0.16, cushion + 0.64, z);
  head.rotation.z = 0.15;
  group.add(base, back, head);
  return group;
}

export function interiorOf({ rows, cushion, dash, dashTop, half, tail, shelf }: Interior): Group {
  const group = new Group();
  const add = (mesh: Mesh, x: number, y: number, z: number) => {
    mesh.position.set(x, y, z);
    group.add(mesh);
  };
  const floor = cushion - 0.28;
  add(
    new Mesh(new BoxGeometry(dash + 0.5 - tail, 0.04, half * 2), MATERIALS.dark),
    (dash + 0.5 + tail) / 2,
    floor,
    0,
  );
  for (const side of [1, -1])
    add(
      new Mesh(new BoxGeometry(dash - tail, 0.4, 0.05), MATERIALS.plastic),
      (dash + tail) / 2,
      dashTop - 0.24,
      side * half,
    );
  add(
    new Mesh(new RoundedBoxGeometry(0.62, 0.26, half * 2, 3, 0.08), MATERIALS.plastic),
    dash + 0.25,
    dashTop - 0.13,
    0,
  );
  add(
    new Mesh(new RoundedBoxGeometry(0.24, 0.09, 0.4, 3, 0.04), MATERIALS.plastic),
    dash + 0.1,
    dashTop + 0.02,
    half * 0.5,
  );
  add(new Mesh(new BoxGeometry(0.015, 0.16, 0.3), MATERIALS.glossBlack), dash + 0.02, dashTop + 0.04, 0);
  add(
    new Mesh(new RoundedBoxGeometry(0.7, 0.3, 0.22, 3, 0.05), MATERIALS.plastic),
    dash - 0.4,
    cushion - 0.12,
    0,
  );
  const wheel = new Mesh(new TorusGeometry(0.18, 0.016, 10, 36), MATERIALS.rubber);
  wheel.rotation.y = Math.PI / 2;
  wheel.rotation.order = 'ZYX';
  wheel.rotation.z = -0.4;
  add(wheel, dash - 0.14, dashTop - 0.02, half * 0.5);
  const hub = new Mesh(new CylinderGeometry(0.06, 0.07, 0.24, 16), MATERIALS.plastic);
  hub.rotation.z = Math.PI / 2 - 0.4;
  add(hub, dash - 0.04, dashTop - 0.06, half * 0.5);
  rows.forEach((x, row) => {
    const places = row === 0 ? [-half * 0.5, half * 0.5] : [-half * 0.58, 0, half * 0.58];
    for (const z of places) group.add(seat(x, z, cushion, row === 0 ? 0.5 : 0.44));
  });
  const last = rows[rows.length - 1] ?? 0;
  add(
    new Mesh(new BoxGeometry(Math.max(0.1, last - 0.25 - tail), 0.03, half * 2), MATERIALS.dark),
    (last - 0.25 + tail) / 2,
    shelf,
    0,
  );
  return group;
}
