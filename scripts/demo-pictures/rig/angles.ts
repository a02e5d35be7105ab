import { Box3, type Object3D, PerspectiveCamera, Vector3 } from 'three';

/** Where the camera stands: compass degrees around the vehicle (0 before its nose, 90 at its right), height and lens. */
type Angle = {
  azimuth: number;
  /** Height of the lens as a share of the vehicle's. */
  height: number;
  /** Vertical angle of view, degrees. */
  lens: number;
  /** Largest share of the picture's width and height the vehicle takes. */
  fill: readonly [number, number];
};

export const ANGLES = {
  hero: { azimuth: -38, height: 0.72, lens: 20, fill: [0.98, 0.78] },
  side: { azimuth: -90, height: 0.58, lens: 14, fill: [0.85, 0.74] },
  rear: { azimuth: -142, height: 0.78, lens: 20, fill: [0.98, 0.78] },
  front: { azimuth: -4, height: 0.6, lens: 18, fill: [0.72, 0.78] },
  back: { azimuth: 176, height: 0.66, lens: 18, fill: [0.72, 0.78] },
  outdoors: { azimuth: 40, height: 0.6, lens: 24, fill: [0.94, 0.7] },
  spin: { azimuth: 0, height: 0.7, lens: 18, fill: [0.96, 0.8] },
} as const satisfies Record<string, Angle>;
export type AngleName = keyof typeof ANGLES;
/** Of a gallery, in its order. */
export const GALLERY_ANGLES = ['hero', 'side', 'rear', 'front', 'back', 'outdoors'] as const;

/** The room a vehicle takes; for a spin the room it takes while it turns. */
export function roomOf(vehicle: Object3D, angle: AngleName): Box3 {
  const box = new Box3().setFromObject(vehicle);
  if (angle !== 'spin') return box;
  // The camera looks along x: across the picture the vehicle's length comes past, a corner ahead of it.
  const reach = Math.hypot(Math.max(box.max.x, -box.min.x), Math.max(box.max.z, -box.min.z));
  box.min.set(0, box.min.y, -reach);
  box.max.set(box.max.z, box.max.y, reach);
  return box;
}

/** Where the floor's line lies when the vehicle is centred: a little below the middle looks grounded. */
const CENTRE_LIFT = 0.04;

function corners(box: Box3): Vector3[] {
  const at: Vector3[] = [];
  for (const x of [box.min.x, box.max.x])
    for (const y of [box.min.y, box.max.y])
      for (const z of [box.min.z, box.max.z]) at.push(new Vector3(x, y, z));
  return at;
}

/**
 * A camera that sees the whole vehicle from an angle, near enough to fill its share of the picture.
 * @param box room the vehicle takes
 * @param aspect width of the picture by its height
 */
export function cameraAt(angle: Angle, box: Box3, aspect: number): PerspectiveCamera {
  const size = box.getSize(new Vector3());
  const points = corners(box);
  const camera = new PerspectiveCamera(angle.lens, aspect, 0.1, 200);
  const target = new Vector3((box.min.x + box.max.x) / 2, size.y * 0.46, 0);
  const radians = (angle.azimuth * Math.PI) / 180;
  const around = new Vector3(Math.cos(radians), 0, Math.sin(radians));
  const lensHeight = Math.max(0.9, size.y * angle.height);

  const place = (distance: number) => {
    camera.position.copy(target).addScaledVector(around, distance);
    camera.position.y = lensHeight + distance * 0.035;
    camera.lookAt(target);
    camera.updateMatrixWorld(true);
    camera.updateProjectionMatrix();
  };
  const spread = () => {
    const seen = points.map((point) => point.clone().project(camera));
    const xs = seen.map(({ x }) => x);
    const ys = seen.map(({ y }) => y);
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      low: Math.min(...ys),
      high: Math.max(...ys),
    };
  };
  let near = size.length() * 0.6;
  let far = 120;
  for (let step = 0; step < 40; step++) {
    const distance = (near + far) / 2;
    place(distance);
    const { left, right, low, high } = spread();
    const fits = right - left <= 2 * angle.fill[0] && high - low <= 2 * angle.fill[1];
    if (fits) far = distance;
    else near = distance;
  }
  place(far);
  // The vehicle goes to the middle of the picture by shifting the film, so that verticals stay upright.
  const { left, right, low, high } = spread();
  camera.projectionMatrix.elements[8] += (left + right) / 2;
  camera.projectionMatrix.elements[9] += (low + high) / 2 + CENTRE_LIFT;
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  return camera;
}
