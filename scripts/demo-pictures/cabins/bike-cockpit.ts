import { Color, Group, Mesh, MeshPhysicalMaterial, PlaneGeometry } from 'three';
import { assemble, bent, block, loft, mirrored, type P3, rectangle, slab, tube } from '../parts/solids.ts';
import { MATERIALS } from '../rig/materials.ts';
import { touchScreen } from './screens.ts';
import { screen, softTouch } from './trim.ts';

/** Bars, instruments, mirrors and tank as the rider of a motorcycle sees them: the front towards +x, y = 0 at the bars' clamp. */
export function bikeCockpit(paint: string): Group {
  const set = new Group();
  const grip = softTouch('#101112');
  const half: P3[] = bent(
    [
      [0.02, 0.03, 0],
      [0.02, 0.03, 0.1],
      [-0.0, 0.1, 0.2],
      [-0.1, 0.085, 0.4],
    ],
    0.06,
  );
  const both = (geometry: ReturnType<typeof block>) => [geometry, mirrored(geometry)];
  const hold = tube(
    [
      [-0.055, 0.09, 0.3],
      [-0.1, 0.085, 0.41],
    ],
    0.0175,
    { sides: 14 },
  );
  const lever = tube(
    [
      [0.0, 0.095, 0.255],
      [0.0, 0.085, 0.33],
      [-0.045, 0.082, 0.43],
    ],
    0.006,
  );
  const perch = block([0.05, 0.035, 0.05], 0.01, [-0.01, 0.1, 0.25], 3);
  const pot = block([0.055, 0.045, 0.055], 0.012, [0.015, 0.14, 0.235], 3);
  const keys = block([0.045, 0.055, 0.05], 0.012, [-0.045, 0.095, 0.275], 3);
  const stem = tube(
    [
      [-0.01, 0.11, 0.25],
      [0.02, 0.2, 0.28],
      [0.0, 0.27, 0.36],
    ],
    0.0065,
  );
  const glassAt: P3 = [0.005, 0.3, 0.4];
  const back = slab(rectangle(0.17, 0.1, 0.045), 0.03, 0.01, 8)
    .rotateY(-Math.PI / 2)
    .translate(glassAt[0] + 0.03, glassAt[1], glassAt[2]);
  const glass = slab(rectangle(0.155, 0.087, 0.04), 0.002, 0.0005, 8)
    .rotateY(-Math.PI / 2)
    .translate(glassAt[0] - 0.001, glassAt[1], glassAt[2]);
  const bolt = (x: number, z: number) => block([0.012, 0.012, 0.012], 0.004, [x, 0.045, z]);
  set.add(
    assemble(
      [
        MATERIALS.darkAlloy,
        [
          ...both(tube(half, 0.0115, { sides: 12, steps: 60 })),
          block([0.15, 0.02, 0.2], 0.008, [0.03, -0.02, 0], 3),
          ...both(block([0.05, 0.05, 0.035], 0.012, [0.02, 0.025, 0.045], 3)),
        ],
      ],
      [grip, [...both(hold), ...both(keys)]],
      [
        MATERIALS.aluminium,
        [
          ...both(lever),
          bolt(0.0, 0.045),
          bolt(0.04, 0.045),
          bolt(0.0, -0.045),
          bolt(0.04, -0.045),
          ...both(
            tube(
              [
                [0.03, -0.14, 0.1],
                [0.03, 0.0, 0.1],
              ],
              0.027,
              { sides: 18 },
            ),
          ),
        ],
      ],
      [MATERIALS.plastic, [...both(perch), ...both(pot), ...both(stem), ...both(back)]],
      [MATERIALS.chrome, [...both(glass), ...both(block([0.018, 0.012, 0.018], 0.005, [0.03, -0.004, 0.1]))]],
      [MATERIALS.indicator, both(block([0.012, 0.016, 0.02], 0.004, [-0.07, 0.11, 0.268]))],
      [
        MATERIALS.rubber,
        [
          ...both(
            tube(
              [
                [0.02, 0.09, 0.22],
                [0.16, 0.03, 0.16],
                [0.16, -0.18, 0.09],
              ],
              0.006,
            ),
          ),
          ...both(
            tube(
              [
                [0.0, 0.08, 0.24],
                [0.19, 0.06, 0.12],
                [0.14, -0.22, 0.05],
              ],
              0.0045,
            ),
          ),
        ],
      ],
    ),
  );
  const panel = new Group();
  panel.add(
    new Mesh(
      slab(rectangle(0.19, 0.125, 0.016), 0.03, 0.006, 8).translate(0, 0, -0.031),
      MATERIALS.glossBlack,
    ),
  );
  panel.add(new Mesh(new PlaneGeometry(0.165, 0.1), screen(900, 600, touchScreen, 0.95)));
  panel.rotation.set(-0.75, -Math.PI / 2, 0, 'YXZ');
  panel.position.set(0.11, 0.1, 0);
  set.add(panel);
  const coat = new MeshPhysicalMaterial({
    color: new Color(paint),
    roughness: 0.4,
    metalness: 0.25,
    clearcoat: 1,
    clearcoatRoughness: 0.03,
    side: 2,
  });
  const ring = (x: number, y: number, wide: number, tall: number): P3[] =>
    Array.from({ length: 28 }, (_, at) => {
      const angle = (at / 28) * Math.PI * 2;
      const pinch = Math.sin(angle) < 0 ? 0.82 : 1;
      return [
        x,
        y + tall * Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** 0.85,
        wide * pinch * Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 0.85,
      ];
    });
  set.add(
    assemble(
      [
        coat,
        [
          loft(
            [
              ring(0.0, -0.12, 0.06, 0.03),
              ring(-0.03, -0.11, 0.12, 0.06),
              ring(-0.12, -0.105, 0.155, 0.085),
              ring(-0.26, -0.115, 0.165, 0.095),
              ring(-0.4, -0.14, 0.135, 0.085),
              ring(-0.52, -0.185, 0.085, 0.06),
              ring(-0.56, -0.21, 0.06, 0.04),
            ],
            1.2,
          ),
        ],
      ],
      [
        MATERIALS.darkAlloy,
        [
          slab(rectangle(0.13, 0.13, 0.065), 0.02, 0.006, 16)
            .rotateX(-Math.PI / 2)
            .translate(-0.2, -0.03, 0),
        ],
      ],
      [
        MATERIALS.alloy,
        [
          slab(rectangle(0.07, 0.07, 0.035), 0.012, 0.004, 14)
            .rotateX(-Math.PI / 2)
            .translate(-0.2, -0.008, 0),
        ],
      ],
      [MATERIALS.rubber, [block([0.3, 0.09, 0.24], 0.04, [-0.66, -0.2, 0], 4)]],
      [
        coat,
        [
          loft(
            [
              ring(0.2, 0.03, 0.03, 0.01),
              ring(0.23, 0.04, 0.12, 0.05),
              ring(0.3, 0.02, 0.13, 0.07),
              ring(0.36, -0.03, 0.09, 0.06),
            ],
            1.2,
          ),
        ],
      ],
    ),
  );
  const screenGlass = loft(
    [
      [0.24, 0.06],
      [0.3, 0.14],
      [0.36, 0.2],
    ].map(([x = 0, y = 0], at): P3[] => {
      const wide = 0.12 - at * 0.012;
      return Array.from({ length: 18 }, (_, n): P3 => {
        const u = (n < 9 ? n / 8 : (17 - n) / 8) * 2 - 1;
        return [x - 0.07 * u * u + (n < 9 ? 0 : 0.003), y, u * wide];
      });
    }),
    0.9,
    false,
  );
  set.add(new Mesh(screenGlass, MATERIALS.glass));
  return set;
}
