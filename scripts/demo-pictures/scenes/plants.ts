import {
  CanvasTexture,
  type Color,
  Group,
  LinearFilter,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { chance } from '../rig/noise.ts';
import { colourBetween, Heap, leafMaterial } from './leaves.ts';

function leafSprig(seed: number, narrow: number): CanvasTexture {
  const random = chance(seed);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no canvas.');
  pen.fillStyle = 'rgba(120,125,85,0)';
  pen.fillRect(0, 0, 256, 256);
  for (let at = 0; at < 58; at++) {
    const angle = random() * Math.PI * 2;
    const out = Math.sqrt(random()) * 88;
    pen.save();
    pen.translate(128 + Math.cos(angle) * out, 118 + Math.sin(angle) * out * 0.85);
    pen.rotate((random() - 0.5) * 1.8);
    const tone = 150 + random() * 105;
    pen.fillStyle = `rgb(${tone},${tone},${tone * 0.94})`;
    pen.beginPath();
    const length = 26 + random() * 22;
    pen.moveTo(0, -length / 2);
    pen.quadraticCurveTo(length * narrow, 0, 1.5, length / 2);
    pen.quadraticCurveTo(-length * narrow * 0.7, 0, 0, -length / 2);
    pen.fill();
    pen.restore();
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  return texture;
}

function limb(heap: Heap, from: Vector3, to: Vector3, wide: number, narrow: number, colour: Color) {
  const along = to.clone().sub(from).normalize();
  const aside = new Vector3(0.3, 0.1, 1).cross(along).normalize();
  const other = along.clone().cross(aside);
  const sides = 7;
  const start = heap.positions.length / 3;
  for (let at = 0; at <= sides; at++) {
    const angle = (at / sides) * Math.PI * 2;
    const normal = aside.clone().multiplyScalar(Math.cos(angle)).addScaledVector(other, Math.sin(angle));
    heap.vertex(from.clone().addScaledVector(normal, wide), normal, colour);
    heap.vertex(to.clone().addScaledVector(normal, narrow), normal, colour);
  }
  for (let at = 0; at < sides; at++) {
    const a = start + at * 2;
    heap.index.push(a, a + 2, a + 1, a + 1, a + 2, a + 3);
  }
}

function foliage(
  heap: Heap,
  middle: Vector3,
  radius: number,
  cards: number,
  random: () => number,
  leaf: readonly [string, string],
) {
  for (let at = 0; at < cards; at++) {
    const out = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const centre = middle
      .clone()
      .addScaledVector(out.clone().multiply(new Vector3(1.15, 0.72, 1.15)), radius * Math.cbrt(random()));
    const normal = centre
      .clone()
      .sub(middle)
      .divideScalar(radius)
      .add(new Vector3(0, 0.25, 0))
      .normalize();
    const turn = new Quaternion().setFromAxisAngle(
      new Vector3(random() - 0.5, random() * 2, random() - 0.5).normalize(),
      random() * 6.3,
    );
    const half = radius * (0.34 + 0.22 * random());
    const right = new Vector3(1, 0, 0).applyQuaternion(turn).multiplyScalar(half);
    const up = new Vector3(0, 1, 0).applyQuaternion(turn).multiplyScalar(half);
    const height = (centre.y - middle.y) / radius;
    const colour = colourBetween(
      leaf[0],
      leaf[1],
      Math.min(1, Math.max(0, 0.45 + 0.4 * height + 0.5 * (random() - 0.5))),
    );
    const corner = (u: number, v: number) =>
      heap.vertex(
        centre
          .clone()
          .addScaledVector(right, u * 2 - 1)
          .addScaledVector(up, v * 2 - 1),
        normal,
        colour,
        u,
        v,
      );
    const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] as const;
    heap.index.push(a, b, c, a, c, d);
  }
}

export type TreeLook = {
  height: number;
  seed: number;
  leaf: readonly [string, string];
  bark: readonly [string, string];
  density: number;
  narrow: number;
};

const GUM: TreeLook = {
  height: 11,
  seed: 5,
  leaf: ['#2b3722', '#7d8752'],
  bark: ['#7b6a58', '#cbbba4'],
  density: 1,
  narrow: 0.12,
};

/** A gum tree: a forked pale trunk under clumps of narrow leaves. Stands on y = 0; about 12,000 triangles. */
export function gumTree(look: Partial<TreeLook> = {}): Group {
  const { height, seed, leaf, bark, density, narrow } = { ...GUM, ...look };
  const random = chance(seed);
  const wood = new Heap();
  const leaves = new Heap();
  const grow = (from: Vector3, way: Vector3, length: number, width: number, level: number) => {
    const to = from.clone().addScaledVector(way, length);
    const bend = from
      .clone()
      .lerp(to, 0.5)
      .add(new Vector3((random() - 0.5) * length * 0.16, 0, (random() - 0.5) * length * 0.16));
    const colour = colourBetween(bark[0], bark[1], 0.35 + 0.6 * random());
    limb(wood, from, bend, width, width * 0.85, colour);
    limb(wood, bend, to, width * 0.85, width * 0.66, colour);
    if (level >= 4 || length < height * 0.055) {
      foliage(leaves, to, height * (0.075 + 0.05 * random()), Math.round(42 * density), random, leaf);
      return;
    }
    const forks = level === 0 ? 3 : 2 + (random() > 0.6 ? 1 : 0);
    for (let at = 0; at < forks; at++) {
      const round = random() * Math.PI * 2;
      const next = way
        .clone()
        .add(
          new Vector3(Math.cos(round), 0.15 + 0.3 * random(), Math.sin(round)).multiplyScalar(
            0.5 + 0.35 * random(),
          ),
        )
        .normalize();
      grow(to, next, length * (0.62 + 0.22 * random()), width * 0.6, level + 1);
    }
  };
  grow(
    new Vector3(0, -0.1, 0),
    new Vector3((random() - 0.5) * 0.2, 1, (random() - 0.5) * 0.2).normalize(),
    height * 0.3,
    height * 0.021,
    0,
  );
  const tree = new Group();
  tree.add(new Mesh(wood.geometry(), new MeshStandardMaterial({ vertexColors: true, roughness: 0.8 })));
  tree.add(new Mesh(leaves.geometry(), leafMaterial(leafSprig(seed + 1, narrow))));
  return tree;
}

/** Copies of trees: x, z, size. */
export function grove(
  trees: readonly Group[],
  at: readonly (readonly [number, number, number])[],
  seed: number,
): Group {
  const random = chance(seed);
  const all = new Group();
  at.forEach(([x, z, size], index) => {
    const tree = trees[index % trees.length]?.clone();
    if (!tree) return;
    tree.position.set(x, 0, z);
    tree.rotation.y = random() * 6.3;
    tree.scale.setScalar(size);
    all.add(tree);
  });
  return all;
}
