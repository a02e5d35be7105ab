import {
  BufferAttribute,
  BufferGeometry,
  Euler,
  Group,
  type Material,
  Matrix3,
  Matrix4,
  Mesh,
  Vector3,
} from 'three';

/** A place and a turn: metres and radians, turned about x, then y, then z. */
export const placed = (x = 0, y = 0, z = 0, turnX = 0, turnY = 0, turnZ = 0): Matrix4 =>
  new Matrix4().makeRotationFromEuler(new Euler(turnX, turnY, turnZ, 'XYZ')).setPosition(x, y, z);

/** A turn about an axis through a point. */
export const turnedAbout = (point: Vector3, axis: Vector3, radians: number): Matrix4 =>
  new Matrix4()
    .makeTranslation(point)
    .multiply(new Matrix4().makeRotationAxis(axis.clone().normalize(), radians))
    .multiply(new Matrix4().makeTranslation(point.clone().negate()));

export const MIRROR_Z = new Matrix4().makeScale(1, 1, -1);

type Part = { geometry: BufferGeometry; place: Matrix4 };

function merged(parts: readonly Part[], coloured: boolean): BufferGeometry {
  const vertices = parts.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0);
  const position = new Float32Array(vertices * 3);
  const normal = new Float32Array(vertices * 3);
  const uv = new Float32Array(vertices * 2);
  const color = new Float32Array(coloured ? vertices * 3 : 0).fill(1);
  const index: number[] = [];
  const point = new Vector3();
  let base = 0;
  for (const { geometry, place } of parts) {
    const from = geometry.getAttribute('position');
    const normals = geometry.getAttribute('normal');
    const uvs = geometry.getAttribute('uv');
    const colors = geometry.getAttribute('color');
    const turn = new Matrix3().getNormalMatrix(place);
    for (let at = 0; at < from.count; at++) {
      point
        .fromBufferAttribute(from, at)
        .applyMatrix4(place)
        .toArray(position, (base + at) * 3);
      point
        .fromBufferAttribute(normals, at)
        .applyMatrix3(turn)
        .normalize()
        .toArray(normal, (base + at) * 3);
      if (uvs) uv.set([uvs.getX(at), uvs.getY(at)], (base + at) * 2);
      if (coloured && colors) color.set([colors.getX(at), colors.getY(at), colors.getZ(at)], (base + at) * 3);
    }
    const order = geometry.getIndex();
    const corner = (at: number) => base + (order ? order.getX(at) : at);
    const mirrored = place.determinant() < 0;
    const corners = order ? order.count : from.count;
    for (let at = 0; at < corners; at += 3) {
      index.push(corner(at), corner(at + (mirrored ? 2 : 1)), corner(at + (mirrored ? 1 : 2)));
    }
    base += from.count;
  }
  const whole = new BufferGeometry();
  whole.setAttribute('position', new BufferAttribute(position, 3));
  whole.setAttribute('normal', new BufferAttribute(normal, 3));
  whole.setAttribute('uv', new BufferAttribute(uv, 2));
  if (coloured) whole.setAttribute('color', new BufferAttribute(color, 3));
  whole.setIndex(index);
  return whole;
}

/** Collects parts and welds them to one mesh a material. */
export type Kit = {
  add(material: Material, geometry: BufferGeometry, place?: Matrix4): void;
  /** Everything added by `draw` is moved by `place`. */
  within(place: Matrix4, draw: () => void): void;
  /** Draws on the right, then mirrored on the left; `side` is 1 or -1. */
  onBothSides(draw: (side: 1 | -1) => void): void;
  /** Draws a number of times around the z axis. */
  around(count: number, draw: (at: number) => void, from?: number): void;
  assemble(): Group;
};

export function makeKit(): Kit {
  const parts = new Map<Material, Part[]>();
  let current = new Matrix4();
  const kit: Kit = {
    add(material, geometry, place) {
      const list = parts.get(material) ?? [];
      list.push({ geometry, place: place ? current.clone().multiply(place) : current.clone() });
      parts.set(material, list);
    },
    within(place, draw) {
      const before = current;
      current = before.clone().multiply(place);
      draw();
      current = before;
    },
    onBothSides(draw) {
      draw(1);
      kit.within(MIRROR_Z, () => draw(-1));
    },
    around(count, draw, from = 0) {
      for (let at = 0; at < count; at++) {
        kit.within(placed(0, 0, 0, 0, 0, from + (at * 2 * Math.PI) / count), () => draw(at));
      }
    },
    assemble() {
      const group = new Group();
      for (const [material, list] of parts) {
        const coloured = 'vertexColors' in material && material.vertexColors === true;
        group.add(new Mesh(merged(list, coloured), material));
      }
      return group;
    },
  };
  return kit;
}
