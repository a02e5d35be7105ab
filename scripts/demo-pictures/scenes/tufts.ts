import { type BufferGeometry, Color, InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three';
import { chance } from '../rig/noise.ts';
import { colourBetween, Heap, leafMaterial } from './leaves.ts';

export type TuftLook = {
  blades: number;
  height: number;
  spread: number;
  lean: number;
  width: number;
  root: string;
  tip: string;
  seed: number;
};

/** A tuft of grass, saltbush or spinifex: blades that spring from one root. */
export function tuft({ blades, height, spread, lean, width, root, tip, seed }: TuftLook): BufferGeometry {
  const random = chance(seed);
  const heap = new Heap();
  for (let at = 0; at < blades; at++) {
    const round = random() * Math.PI * 2;
    const out = new Vector3(Math.cos(round), 0, Math.sin(round));
    const foot = out.clone().multiplyScalar(spread * Math.sqrt(random()) * 0.5);
    const long = height * (0.55 + 0.45 * random());
    const fall = lean * (0.3 + 0.7 * random());
    const middle = foot
      .clone()
      .addScaledVector(out, fall * long * 0.35)
      .add(new Vector3(0, long * 0.6, 0));
    const end = foot
      .clone()
      .addScaledVector(out, fall * long)
      .add(new Vector3(0, long * (1 - 0.35 * fall), 0));
    const across = new Vector3(-out.z, 0, out.x)
      .applyAxisAngle(new Vector3(0, 1, 0), (random() - 0.5) * 2)
      .multiplyScalar(width * (0.6 + 0.6 * random()));
    const normal = out
      .clone()
      .multiplyScalar(0.75)
      .add(new Vector3(0, 0.7, 0))
      .normalize();
    const dark = new Color(root);
    const mid = colourBetween(root, tip, 0.55 + 0.3 * random());
    const light = colourBetween(root, tip, 0.75 + 0.25 * random());
    const a = heap.vertex(foot.clone().sub(across), normal, dark);
    const b = heap.vertex(foot.clone().add(across), normal, dark);
    const c = heap.vertex(middle.clone().addScaledVector(across, -0.7), normal, mid);
    const d = heap.vertex(middle.clone().addScaledVector(across, 0.7), normal, mid);
    const e = heap.vertex(end, normal, light);
    heap.index.push(a, b, c, b, d, c, c, d, e);
  }
  return heap.geometry();
}

/** Many tufts: x, z, size; one draw call. */
export function scatter(
  geometry: BufferGeometry,
  at: readonly (readonly [number, number, number])[],
  seed: number,
  ground: (x: number, z: number) => number = () => 0,
): InstancedMesh {
  const random = chance(seed);
  const mesh = new InstancedMesh(geometry, leafMaterial(null), at.length);
  const matrix = new Matrix4();
  at.forEach(([x, z, size], index) => {
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), random() * 6.3);
    const tall = size * (0.8 + 0.4 * random());
    mesh.setMatrixAt(
      index,
      matrix.compose(new Vector3(x, ground(x, z) - 0.02, z), turn, new Vector3(size, tall, size)),
    );
    const tone = 0.7 + 0.55 * random();
    mesh.setColorAt(index, new Color(tone, tone * (0.95 + 0.1 * random()), tone * (0.85 + 0.2 * random())));
  });
  mesh.frustumCulled = false;
  return mesh;
}
