import { type BufferGeometry, type Material, Matrix4, type Vector2 } from 'three';
import { MATERIALS } from '../rig/materials.ts';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs, points } from './numbers.ts';
import { type Corner, geometryOf, outline, type Point, spin, tube } from './shapes.ts';
import { swell } from './swell.ts';

const FORWARD = new Matrix4().makeRotationY(Math.PI / 2);

/** A projector: a glass ball in a bezel, looking along +x. */
export function projector(kit: Kit, x: number, y: number, z: number, radius: number) {
  const { clear, bolt } = finishes();
  kit.within(placed(x, y, z).multiply(FORWARD), () => {
    kit.add(
      MATERIALS.glossBlack,
      spin(
        [
          [radius * 1.3, -0.03],
          [radius * 1.3, 0.004],
          [radius * 1.16, 0.008],
          [radius * 1.02, 0.002],
          [radius * 0.98, -0.01],
        ],
        28,
      ),
    );
    kit.add(
      bolt,
      spin(
        [
          [radius * 1.17, 0.0075],
          [radius * 1.1, 0.0085],
          [radius * 1.06, 0.006],
        ],
        28,
      ),
    );
    kit.add(
      MATERIALS.headlamp,
      spin(
        [
          [radius, -0.008],
          [radius * 0.9, 0.003],
          [radius * 0.7, 0.009],
          [radius * 0.4, 0.0135],
          [0, 0.0155],
        ],
        24,
      ),
    );
    kit.add(
      clear,
      spin(
        [
          [radius, -0.004],
          [radius * 0.7, 0.013],
          [radius * 0.4, 0.0175],
          [0, 0.0195],
        ],
        24,
      ),
    );
  });
}

/** A headlamp of a free outline in z and y, looking along +x, with projectors and a line of light along its edge. */
export function ledHeadlamp(
  kit: Kit,
  corners: readonly Corner[],
  {
    projectors,
    housing,
    line,
    depth = 0.1,
  }: {
    projectors: readonly (readonly [y: number, z: number, radius: number])[];
    housing: Material;
    line: readonly Point[][];
    depth?: number;
  },
) {
  const { clear } = finishes();
  const edge: Vector2[] = outline(corners, 5);
  kit.add(
    housing,
    swell(edge, [
      [-depth, 0],
      [-depth, 0.5],
      [-depth * 0.8, 0.72],
      [-0.03, 0.98],
      [0, 1.03],
      [0.007, 1.02],
      [0.009, 0.985],
      [0.004, 0.965],
    ]),
  );
  kit.add(MATERIALS.glossBlack, swell(edge, pairs('0.006 0.975, -0.02 0.9, -0.032 0.8, -0.034 0')));
  for (const [y, z, radius] of projectors) projector(kit, -0.004, y, z, radius);
  for (const path of line) {
    kit.add(
      MATERIALS.glossBlack,
      tube(path, [...path.map(() => [0.006, 0.008] as const)], { up: [1, 0, 0], power: 4, sides: 10 }),
    );
    kit.add(
      MATERIALS.lampBright,
      tube(
        path.map(([x, y, z]): Point => [x + 0.004, y, z]),
        0.0042,
        { sides: 8 },
      ),
    );
  }
  kit.add(clear, swell(edge, pairs('0.004 0.98, 0.013 0.94, 0.024 0.7, 0.03 0.35, 0.032 0'), 2));
}

/** A round headlamp looking along +x. */
export function roundHeadlamp(kit: Kit, radius: number, shell: Material, ring: Material) {
  const { clear } = finishes();
  kit.within(FORWARD, () => {
    const r = radius;
    kit.add(
      shell,
      spin(
        [
          [0, -r * 1.25],
          [r * 0.35, -r * 1.22],
          [r * 0.7, -r * 0.98],
          [r * 0.93, -r * 0.55],
          [r * 1.0, -0.006],
          [r * 0.98, 0.002],
        ],
        44,
      ),
    );
    kit.add(
      ring,
      spin(
        [
          [r * 1.0, -0.012],
          [r * 1.05, -0.01],
          [r * 1.06, 0.004],
          [r * 1.02, 0.013],
          [r * 0.95, 0.012],
          [r * 0.93, 0.002],
        ],
        44,
      ),
    );
    kit.add(
      MATERIALS.chrome,
      spin(
        [
          [r * 0.94, 0.002],
          [r * 0.8, -0.02],
          [r * 0.5, -0.038],
          [0, -0.046],
        ],
        40,
      ),
    );
    kit.add(
      MATERIALS.lampBright,
      spin(
        [
          [r * 0.9, 0.001],
          [r * 0.86, 0.005],
          [r * 0.82, 0.001],
        ],
        44,
      ),
    );
    kit.add(
      clear,
      spin(
        [
          [r * 0.95, 0.006],
          [r * 0.8, 0.016],
          [r * 0.5, 0.026],
          [0, 0.031],
        ],
        40,
      ),
    );
  });
  for (const [y, z] of [
    [radius * 0.22, radius * 0.4],
    [radius * 0.22, -radius * 0.4],
    [-radius * 0.4, 0],
  ] as const)
    projector(kit, -0.014, y, z, radius * 0.23);
}

/** An indicator at the end of its stalk, from its foot on the vehicle outwards; `facing` is 1 before, -1 behind. */
export function indicator(kit: Kit, foot: Point, tip: Point, facing: 1 | -1) {
  const { hose, satinBlack } = finishes();
  kit.add(hose, tube([foot, tip], pairs('0.0085 0.008, 0.0065 0.006'), { up: [0, 1, 0], sides: 10 }));
  const edge = outline(
    points('-0.036 -0.011 0.01, 0.03 -0.014 0.012, 0.038 0.006 0.012, -0.036 0.014 0.012'),
    4,
  );
  kit.within(placed(...tip, 0, facing === 1 ? 0 : Math.PI, 0), () => {
    const out = Math.sign(tip[2]) * facing;
    kit.within(new Matrix4().makeScale(1, 1, out), () => {
      kit.within(placed(0, 0, 0.026), () => {
        kit.add(satinBlack, swell(edge, pairs('-0.022 0, -0.02 0.6, -0.008 0.95, 0.004 1, 0.007 0.97')));
        kit.add(MATERIALS.indicator, swell(edge, pairs('0.006 0.95, 0.012 0.85, 0.015 0.5, 0.016 0'), 1.5));
      });
    });
  });
}

/** A tail lamp of an outline in z and y, looking along -x. */
export function tailLamp(kit: Kit, corners: readonly Corner[], x: number, y: number, tilt = 0) {
  const edge = outline(corners, 5);
  kit.within(placed(x, y, 0, 0, 0, tilt), () => {
    kit.add(
      MATERIALS.glossBlack,
      swell(edge, pairs('0.05 0.7, 0.03 0.96, 0 1.05, -0.005 1.04, -0.005 0.98'), 0.6, true),
    );
    kit.add(
      MATERIALS.tailLamp,
      swell(edge, pairs('-0.003 1, -0.011 0.93, -0.016 0.7, -0.019 0.3, -0.019 0'), 1.2, true),
    );
    const glow = edge.map((point) => [-0.0155, point.y * 0.8, point.x * 0.8] as Point);
    const [first] = glow;
    if (first) kit.add(MATERIALS.tailLamp, tube([...glow, first], 0.0035, { sides: 6 }));
  });
}

/** A plate on its hanger, looking along -x, its middle at the point. */
export function plate(kit: Kit, [x, y]: readonly [number, number], tilt: number, mount: Point) {
  const { plate: face, satinBlack } = finishes();
  const [w, h] = [0.12, 0.095];
  const frame = outline(
    [
      [-w, -h, 0.01],
      [w, -h, 0.01],
      [w, h, 0.01],
      [-w, h, 0.01],
    ],
    3,
  );
  kit.within(placed(x, y, 0, 0, 0, tilt), () => {
    kit.add(
      satinBlack,
      swell(frame, pairs('0.006 0, 0.006 1, 0.003 1.03, -0.002 1.03, -0.002 0'), 0.6, true),
    );
    kit.add(face, swellFace(w * 0.985, h * 0.985));
    kit.add(
      MATERIALS.tailLamp,
      spin(pairs('0.022 0, 0.022 0.006, 0.018 0.008, 0 0.008'), 24),
      placed(-0.002, -h - 0.026, 0, 0, -Math.PI / 2),
    );
    kit.add(
      satinBlack,
      spin(pairs('0.026 -0.006, 0.026 0.003, 0 0.003'), 24),
      placed(-0.001, -h - 0.026, 0, 0, -Math.PI / 2),
    );
  });
  kit.add(
    satinBlack,
    tube(
      [
        mount,
        [(mount[0] + x) / 2, mount[1] - 0.05, 0],
        [x + 0.03 - Math.sin(tilt) * h * 0.7, y + h * 0.7, 0],
        [x + 0.022 + Math.sin(tilt) * h * 0.5, y - h * 0.5, 0],
      ],
      pairs('0.022 0.05, 0.016 0.04, 0.01 0.04, 0.008 0.04'),
      { up: [1, 0, 0], power: 4, sides: 16 },
    ),
  );
  kit.add(
    satinBlack,
    tube(
      [
        [x - 0.008 - Math.sin(tilt) * h, y + h + 0.016, -0.03],
        [x - 0.008 - Math.sin(tilt) * h, y + h + 0.016, 0.03],
      ],
      0.011,
      { sides: 10 },
    ),
  );
}

/** A flat picture looking along -x. */
function swellFace(w: number, h: number): BufferGeometry {
  return geometryOf([-0.003, -h, -w, -0.003, -h, w, -0.003, h, w, -0.003, h, -w], [0, 1, 2, 0, 2, 3], {
    normal: [-1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0],
    uv: [0, 0, 1, 0, 1, 1, 0, 1],
  });
}
