import { Group, type Material, Mesh, PlaneGeometry } from 'three';
import { assemble, block, facing, loft, type P2, type P3, rectangle, slab } from '../parts/solids.ts';
import { MATERIALS } from '../rig/materials.ts';
import { roundDials, touchScreen, twinScreens } from './screens.ts';
import { screen, stitches } from './trim.ts';

export type DashStyle = 'twin' | 'rugged' | 'classic';
export type DashTrim = {
  style: DashStyle;
  pad: Material;
  lower: Material;
  strip: Material;
  thread: string;
  half: number;
};

/** The dashboard wraps back towards the doors. */
const wrap = (z: number, half: number) => -0.13 * (Math.abs(z) / half) ** 3;

function band(profile: readonly P2[], half: number, crease = 0.6) {
  const rings = Array.from({ length: 25 }, (_, at) => {
    const z = ((at / 24) * 2 - 1) * half;
    return profile.map(([x, y]): P3 => [x + (x < 1 ? wrap(z, half) : 0), y, z]);
  });
  return loft(rings, crease, false);
}

/** Points along the dashboard at a height and depth. */
const along = (x: number, y: number, half: number, from = -1, to = 1): P3[] =>
  Array.from({ length: 15 }, (_, at) => {
    const z = (from + ((to - from) * at) / 14) * half;
    return [x + wrap(z, half), y, z];
  });

/** A rectangle that faces the driver, its picture upright. */
function display(material: Material, width: number, height: number, at: P3, turn = 0, lean = 0.08): Group {
  const panel = new Group();
  const glass = new Mesh(
    slab(rectangle(width + 0.026, height + 0.026, 0.018), 0.018, 0.005, 8).translate(0, 0, -0.019),
    MATERIALS.glossBlack,
  );
  panel.add(glass, new Mesh(new PlaneGeometry(width, height), material));
  panel.rotation.set(-lean, -Math.PI / 2 + turn, 0, 'YXZ');
  panel.position.set(...at);
  return panel;
}

function vent(at: P3, width: number, height: number, ring: Material): Group {
  const group = assemble(
    [
      MATERIALS.dark,
      [facing(slab(rectangle(width, height, 0.008), 0.004, 0.001), '-x', [at[0] + 0.012, at[1], at[2]])],
    ],
    [
      MATERIALS.glossBlack,
      [
        ...Array.from(
          { length: Math.max(2, Math.round(height / 0.013)) },
          (_, n, count = Math.max(2, Math.round(height / 0.013))) =>
            block([0.014, 0.003, width - 0.006], 0.001, [
              at[0] + 0.004,
              at[1] - height / 2 + ((n + 0.5) * height) / count,
              at[2],
            ]),
        ),
        block([0.012, height * 0.8, 0.006], 0.002, [at[0] - 0.002, at[1], at[2]]),
      ],
    ],
    [
      ring,
      [
        block([0.012, 0.004, width + 0.008], 0.0015, [at[0], at[1] + height / 2 + 0.002, at[2]]),
        block([0.012, 0.004, width + 0.008], 0.0015, [at[0], at[1] - height / 2 - 0.002, at[2]]),
        block([0.012, height, 0.004], 0.0015, [at[0], at[1], at[2] - width / 2 - 0.002]),
        block([0.012, height, 0.004], 0.0015, [at[0], at[1], at[2] + width / 2 + 0.002]),
      ],
    ],
  );
  return group;
}

/** A dashboard whose driver sits at +z: its face about x = 0.62, its top at y = 0.75, the windscreen's foot at x = 1.12. */
export function dash({ style, pad, lower, strip, thread, half }: DashTrim): Group {
  const group = assemble(
    [
      pad,
      [
        band(
          [
            [1.14, 0.7],
            [1.12, 0.755],
            [0.86, 0.768],
            [0.68, 0.752],
            [0.628, 0.735],
            [0.612, 0.715],
            [0.62, 0.694],
            [0.66, 0.682],
            [1.14, 0.68],
          ],
          half,
        ),
      ],
    ],
    [
      strip,
      [
        band(
          [
            [1, 0.69],
            [0.648, 0.688],
            [0.644, 0.61],
            [1, 0.606],
          ],
          half,
          0.4,
        ),
      ],
    ],
    [
      lower,
      [
        band(
          [
            [1.14, 0.61],
            [0.66, 0.612],
            [0.622, 0.6],
            [0.612, 0.576],
            [0.628, 0.5],
            [0.68, 0.42],
            [0.76, 0.36],
            [0.86, 0.3],
            [1.14, 0.28],
          ],
          half,
        ),
      ],
    ],
    [MATERIALS.plastic, [block([0.01, 0.2, 0.44], 0.004, [0.6, 0.4, -half * 0.53]).translate(0.06, 0.05, 0)]],
  );
  group.add(stitches(along(0.655, 0.7465, half), thread), stitches(along(0.6185, 0.592, half), thread));
  const driver = half * 0.52;
  const cover = new Mesh(block([0.2, 0.035, 0.4], 0.016, [0.62, 0.772, driver], 4), pad);
  if (style === 'twin') {
    group.add(display(screen(1600, 280, twinScreens), 0.8, 0.14, [0.566, 0.79, driver * 0.5], 0.04));
    for (const z of [-0.86, -0.5, 0.9])
      group.add(vent([0.64 + wrap(z * half, half), 0.648, z * half], 0.15, 0.032, MATERIALS.alloy));
    group.add(
      vent([0.642, 0.648, -0.09], 0.13, 0.032, MATERIALS.alloy),
      vent([0.642, 0.648, 0.09], 0.13, 0.032, MATERIALS.alloy),
    );
  } else if (style === 'rugged') {
    group.add(cover, display(screen(900, 320, roundDials), 0.31, 0.11, [0.6, 0.705, driver], 0, 0.12));
    group.add(display(screen(900, 600, touchScreen), 0.25, 0.165, [0.585, 0.735, 0], 0.06));
    for (const z of [-0.2, 0.2]) group.add(vent([0.625, 0.69, z], 0.085, 0.1, MATERIALS.darkAlloy));
    for (const z of [-0.88, 0.92])
      group.add(vent([0.615 + wrap(z * half, half), 0.69, z * half], 0.1, 0.09, MATERIALS.darkAlloy));
    group.add(
      assemble([
        MATERIALS.darkAlloy,
        [
          block([0.05, 0.024, 0.26], 0.01, [0.6, 0.63, -half * 0.55], 4),
          block([0.05, 0.07, 0.026], 0.01, [0.62, 0.64, -half * 0.55 - 0.13], 4),
          block([0.05, 0.07, 0.026], 0.01, [0.62, 0.64, -half * 0.55 + 0.13], 4),
        ],
      ]),
    );
  } else {
    group.add(
      cover,
      display(screen(1600, 280, twinScreens), 0.62, 0.11, [0.575, 0.785, driver * 0.62], 0.05),
    );
    for (const z of [-0.86, 0.9])
      group.add(vent([0.64 + wrap(z * half, half), 0.648, z * half], 0.1, 0.05, MATERIALS.chrome));
    for (const z of [-0.2, -0.07, 0.07, 0.2])
      group.add(vent([0.642, 0.648, z], 0.09, 0.05, MATERIALS.chrome));
    group.add(
      new Mesh(
        band(
          [
            [0.66, 0.609],
            [0.642, 0.609],
            [0.642, 0.605],
            [0.66, 0.605],
          ],
          half,
        ),
        MATERIALS.chrome,
      ),
    );
  }
  // Climate panel and its keys.
  const knobs = style === 'rugged' ? [-0.085, 0, 0.085] : [-0.095, 0.095];
  const panel = block([0.05, 0.075, 0.32], 0.012, [0.62, 0.545, 0], 3);
  group.add(
    assemble(
      [
        MATERIALS.glossBlack,
        [
          panel,
          ...Array.from({ length: 6 }, (_, at) =>
            block([0.012, 0.014, 0.036], 0.003, [0.596, 0.523, -0.1 + at * 0.04]),
          ),
        ],
      ],
      [
        style === 'rugged' ? MATERIALS.plastic : MATERIALS.alloy,
        knobs.map((z) =>
          facing(slab(rectangle(0.05, 0.05, 0.025), 0.03, 0.005, 10), '-x', [0.602, 0.556, z]),
        ),
      ],
    ),
  );
  return group;
}

/** The console between the seats: selector, cup holders, tray and a sewn armrest. */
export function console({ pad, lower, strip, thread, style }: DashTrim): Group {
  const cup = (x: number, z: number) => [
    facing(slab(rectangle(0.088, 0.088, 0.044), 0.004, 0.001, 14), '+y', [x, 0.372, z]),
  ];
  const group = assemble(
    [
      lower,
      [
        block([1.05, 0.34, 0.23], 0.035, [0.2, 0.195, 0], 4),
        block([0.2, 0.3, 0.23], 0.03, [0.66, 0.36, 0], 4).rotateZ(0.0),
      ],
    ],
    [strip, [block([0.6, 0.016, 0.185], 0.007, [0.3, 0.368, 0], 3)]],
    [pad, [block([0.36, 0.075, 0.21], 0.028, [-0.2, 0.4, 0], 5)]],
    [
      MATERIALS.dark,
      [...cup(0.16, -0.045), ...cup(0.16, 0.055), block([0.13, 0.004, 0.15], 0.001, [0.5, 0.378, 0])],
    ],
    [
      MATERIALS.alloy,
      [
        ...[-0.045, 0.055].flatMap((z) => [
          facing(slab(rectangle(0.096, 0.096, 0.048), 0.003, 0.001, 14), '+y', [0.16, 0.3715, z]),
        ]),
      ],
    ],
  );
  const knob =
    style === 'rugged'
      ? assemble(
          [MATERIALS.plastic, [block([0.09, 0.03, 0.07], 0.012, [0.33, 0.38, 0.0])]],
          [MATERIALS.darkAlloy, [block([0.018, 0.09, 0.018], 0.006, [0.33, 0.42, 0])]],
          [pad, [block([0.06, 0.075, 0.055], 0.026, [0.325, 0.485, 0], 6)]],
        )
      : assemble(
          [MATERIALS.glossBlack, [block([0.1, 0.012, 0.08], 0.005, [0.33, 0.38, 0])]],
          [MATERIALS.alloy, [block([0.05, 0.06, 0.045], 0.018, [0.335, 0.41, 0], 5)]],
          [pad, [block([0.055, 0.03, 0.05], 0.014, [0.333, 0.438, 0], 4)]],
        );
  group.add(knob);
  for (const side of [-1, 1])
    group.add(
      stitches(
        [
          [-0.36, 0.4375, side * 0.082],
          [-0.2, 0.4385, side * 0.082],
          [-0.04, 0.4375, side * 0.082],
        ],
        thread,
      ),
    );
  return group;
}
