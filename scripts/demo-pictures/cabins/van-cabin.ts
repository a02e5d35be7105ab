import { Group, Mesh, MeshStandardMaterial } from 'three';
import { assemble, block, loft, type P3, rectangle, slab, tube } from '../parts/solids.ts';
import { groundMaterial } from '../rig/ground.ts';
import { MATERIALS } from '../rig/materials.ts';
import { glow, unshading } from './fittings.ts';
import { softTouch } from './trim.ts';

/** The load space of a delivery van, seen from its side door or rear doors; the bulkhead is at +x. */
export function vanCabin(): Group {
  const set = new Group();
  const [back, front, half, high] = [-1.7, 1.3, 0.88, 1.82];
  const steel = new MeshStandardMaterial({ color: '#c9ccce', roughness: 0.42, metalness: 0.1 });
  const ply = groundMaterial(
    'float grain = fbm(vec2(at.x * 2.0, (at.z + at.y) * 24.0), foot * 12.0, 6); colour = mix(vec3(0.42, 0.29, 0.17), vec3(0.60, 0.46, 0.30), grain); float l = joint(at.x + 0.2, 1.2, 0.004, foot); colour *= 1.0 - 0.6 * l; rough = 0.6;',
  );
  const floor = groundMaterial(
    'vec2 c = fract(p / 0.03) - 0.5; float dot1 = 1.0 - smoothstep(0.2, 0.3 + foot * 20.0, length(c)); colour = vec3(0.11, 0.112, 0.118) * (0.85 + 0.3 * fbm(p * 4.0, foot * 4.0, 4)); rough = 0.55; bump = 0.0012 * dot1;',
  );
  const wall = (side: number) =>
    loft(
      Array.from({ length: 14 }, (_, at): P3[] => {
        const y = (at / 13) * high;
        const z = side * (half - 0.16 * (at / 13) ** 3);
        return [
          [back, y, z],
          [front, y, z],
          [front, y, z + side * 0.05],
          [back, y, z + side * 0.05],
        ];
      }),
      0.5,
      false,
    );
  const rib = (x: number, side: number) =>
    tube(
      Array.from(
        { length: 8 },
        (_, at): P3 => [
          x,
          0.75 + (at / 7) * (high - 0.8),
          side * (half - 0.02 - 0.16 * ((0.75 + (at / 7) * (high - 0.8)) / high) ** 3),
        ],
      ),
      0.035,
      { sides: 8 },
    );
  steel.side = 2;
  set.add(
    assemble(
      [
        steel,
        [
          wall(-1),
          wall(1),
          ...[-1, 1].flatMap((side) => [-1.4, -0.7, 0, 0.7].map((x) => rib(x, side))),
          ...[-1.2, -0.4, 0.4].map((x) => block([0.07, 0.05, half * 1.5], 0.02, [x, high - 0.03, 0], 3)),
          block([0.03, high, half * 1.86], 0.01, [front, high / 2, 0]),
        ],
      ],
      [
        unshading(softTouch('#c9ccce')),
        [block([front - back, 0.03, half * 1.7], 0.01, [(front + back) / 2, high + 0.01, 0])],
      ],
      [
        ply,
        [
          ...[-1, 1].map((side) =>
            block([front - back - 0.1, 0.72, 0.012], 0.003, [(front + back) / 2, 0.38, side * (half - 0.03)]),
          ),
          block([0.012, 0.8, half * 1.7], 0.003, [front - 0.02, 0.45, 0]),
        ],
      ],
      [floor, [block([front - back, 0.02, half * 2], 0.004, [(front + back) / 2, 0.0, 0])]],
      [
        softTouch('#2a2c2e'),
        [...[-1, 1].map((side) => block([0.9, 0.3, 0.2], 0.06, [-0.6, 0.15, side * (half - 0.1)], 4))],
      ],
      [
        MATERIALS.steel,
        [
          ...[-1, 1].flatMap((side) =>
            [-1.3, -0.5, 0.3, 1.0].map((x) =>
              block([0.07, 0.02, 0.05], 0.006, [x, 0.02, side * (half - 0.28)]),
            ),
          ),
          ...[-1, 1].map((side) =>
            tube(
              [
                [back + 0.1, 1.05, side * (half - 0.06)],
                [front - 0.1, 1.05, side * (half - 0.06)],
              ],
              0.012,
            ),
          ),
        ],
      ],
      [
        MATERIALS.glossBlack,
        [
          slab(rectangle(0.7, 0.34, 0.05), 0.01, 0.003)
            .rotateY(-Math.PI / 2)
            .translate(front - 0.02, 1.38, 0),
        ],
      ],
    ),
  );
  set.add(new Mesh(block([1.4, 0.02, 0.05], 0.008, [-0.2, high - 0.06, 0]), glow('#ffffff', 3.5)));
  const carton = groundMaterial(
    'float grain = fbm(vec2(at.x + at.z, at.y) * vec2(6.0, 60.0), foot * 30.0, 3); colour = vec3(0.42, 0.29, 0.17) * (0.8 + 0.4 * grain); rough = 0.9;',
  );
  set.add(
    assemble([
      carton,
      [
        block([0.5, 0.36, 0.42], 0.008, [0.95, 0.2, -0.5]),
        block([0.42, 0.3, 0.36], 0.008, [0.98, 0.53, -0.52]),
        block([0.4, 0.46, 0.5], 0.008, [1.0, 0.25, 0.48]),
        block([0.34, 0.26, 0.3], 0.008, [0.55, 0.15, -0.58]),
      ],
    ]),
  );
  return set;
}
