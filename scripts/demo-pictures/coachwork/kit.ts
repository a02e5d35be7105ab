import {
  BufferGeometry,
  Euler,
  Float32BufferAttribute,
  Group,
  type Material,
  Matrix4,
  Mesh,
  Quaternion,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

/** Metres, then turns about x, y and z in degrees. */
export type Place = readonly [x?: number, y?: number, z?: number, rx?: number, ry?: number, rz?: number];

const ONE = new Vector3(1, 1, 1);
const MIRROR = new Matrix4().makeScale(1, 1, -1);

/** A place as a matrix. */
export function placed([x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0]: Place): Matrix4 {
  const turn = new Euler((rx * Math.PI) / 180, (ry * Math.PI) / 180, (rz * Math.PI) / 180);
  return new Matrix4().compose(new Vector3(x, y, z), new Quaternion().setFromEuler(turn), ONE);
}

/** Position, normal, uv and an index, and nothing else, so that any two can be merged. */
function plain(geometry: BufferGeometry, matrix: Matrix4): BufferGeometry {
  const own = new BufferGeometry();
  const count = geometry.getAttribute('position').count;
  if (!geometry.getAttribute('normal')) geometry.computeVertexNormals();
  own.setAttribute('position', geometry.getAttribute('position').clone());
  own.setAttribute('normal', geometry.getAttribute('normal').clone());
  const uv = geometry.getAttribute('uv');
  own.setAttribute('uv', uv ? uv.clone() : new Float32BufferAttribute(new Float32Array(count * 2), 2));
  const order = geometry.index
    ? Array.from(geometry.index.array)
    : Array.from({ length: count }, (_, at) => at);
  if (matrix.determinant() < 0) {
    for (let at = 0; at < order.length; at += 3) {
      const [b = 0, c = 0] = [order[at + 1], order[at + 2]];
      order[at + 1] = c;
      order[at + 2] = b;
    }
  }
  own.setIndex(order);
  return own.applyMatrix4(matrix);
}

/** The parts of a vehicle, gathered by material into one mesh each. */
export type Kit = {
  add(material: Material, geometry: BufferGeometry, ...place: Place): void;
  /** The same on the left as on the right. */
  pair(material: Material, geometry: BufferGeometry, ...place: Place): void;
  /** What `fill` adds to its kit stands in this one at each of the places. */
  copies(places: readonly Matrix4[], fill: (kit: Kit) => void): void;
  group(): Group;
};

export function makeKit(): Kit {
  const parts = new Map<Material, BufferGeometry[]>();
  const put = (material: Material, geometry: BufferGeometry, matrix: Matrix4) => {
    const known = parts.get(material) ?? [];
    known.push(plain(geometry, matrix));
    parts.set(material, known);
  };
  const kitOf = (frames: readonly Matrix4[]): Kit => ({
    add(material, geometry, ...place) {
      for (const frame of frames) put(material, geometry, frame.clone().multiply(placed(place)));
    },
    pair(material, geometry, ...place) {
      for (const frame of frames) {
        put(material, geometry, frame.clone().multiply(placed(place)));
        put(material, geometry, frame.clone().multiply(MIRROR).multiply(placed(place)));
      }
    },
    copies(places, fill) {
      fill(kitOf(frames.flatMap((frame) => places.map((place) => frame.clone().multiply(place)))));
    },
    group() {
      const group = new Group();
      for (const [material, geometries] of parts) {
        group.add(new Mesh(mergeGeometries(geometries), material));
      }
      return group;
    },
  });
  return kitOf([new Matrix4()]);
}

/** A place and its reflection on the left. */
export const bothSides = (...place: Place): Matrix4[] => [
  placed(place),
  MIRROR.clone().multiply(placed(place)),
];
