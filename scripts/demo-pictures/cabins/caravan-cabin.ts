import { Group, Mesh, PlaneGeometry } from 'three';
import { assemble, block, facing, net, type P3, rectangle, slab, tube } from '../parts/solids.ts';
import { groundMaterial } from '../rig/ground.ts';
import { MATERIALS } from '../rig/materials.ts';
import { glow, marble, oak, planks, unshading } from './fittings.ts';
import { brushed, cloth, leather, softTouch } from './trim.ts';
import { windowView } from './window-view.ts';

/** A cushion, pillow or mattress: a box with soft, swollen sides. */
function soft(size: P3, at: P3, radius: number, lean = 0, turn = 0) {
  const shape = block(size, radius, [0, 0, 0], 8);
  const points = shape.getAttribute('position');
  for (let i = 0; i < points.count; i++) {
    const [u, w] = [points.getX(i) / (size[0] / 2), points.getZ(i) / (size[2] / 2)];
    const swell = Math.max(0, 1 - u * u) * Math.max(0, 1 - w * w);
    points.setY(i, points.getY(i) * (0.72 + 0.4 * swell) + 0.004 * Math.sin(u * 9 + w * 7));
  }
  shape.computeVertexNormals();
  return shape
    .rotateZ(lean)
    .rotateY(turn)
    .translate(...at);
}

/** A window in the wall at z, with its frame, facing inwards. */
function window(set: Group, x: number, y: number, z: number, width: number, height: number) {
  const inner = z > 0 ? -1 : 1;
  const view = new Mesh(new PlaneGeometry(width, height), windowView(Math.round((x + 9) * 7 + (z + 3) * 3)));
  view.position.set(x, y, z + inner * 0.012);
  if (inner < 0) view.rotation.y = Math.PI;
  const bar = (size: P3, at: P3) => block(size, 0.012, at, 3);
  const frame = assemble(
    [
      softTouch('#26282a'),
      [
        bar([width + 0.09, 0.05, 0.04], [x, y + height / 2 + 0.02, z + inner * 0.02]),
        bar([width + 0.09, 0.05, 0.04], [x, y - height / 2 - 0.02, z + inner * 0.02]),
        bar([0.05, height + 0.06, 0.04], [x - width / 2 - 0.02, y, z + inner * 0.02]),
        bar([0.05, height + 0.06, 0.04], [x + width / 2 + 0.02, y, z + inner * 0.02]),
      ],
    ],
    [
      cloth('#cfc8ba', 1200),
      [bar([width + 0.02, height * 0.2, 0.02], [x, y + height * 0.4, z + inner * 0.03])],
    ],
  );
  set.add(view, frame);
}

/** Inside a caravan 6 m long: bed ahead (+x), kitchen on the left (-z), lounge on the right, door behind. */
export function caravanCabin(): Group {
  const set = new Group();
  const [length, half, high] = [3, 1.14, 1.98];
  const white = softTouch('#e2ded6');
  const wood = oak();
  const linen = cloth('#e9e5dc', 1300);
  const handle = brushed();
  /** Up to the middle of the ceiling, which is arched. */
  const wallAcross = (x: number) => block([0.04, high + 0.06, half * 2], 0.004, [x, high / 2 + 0.03, 0]);
  const wallSide = (z: number) => block([length * 2, high, 0.04], 0.004, [0, high / 2, z]);
  set.add(
    assemble(
      [white, [wallSide(-half - 0.02), wallSide(half + 0.02), wallAcross(length), wallAcross(-length)]],
      [planks(), [block([length * 2, 0.03, half * 2], 0.002, [0, -0.015, 0])]],
      [
        unshading(softTouch('#eeebe4')),
        [
          net(3, 21, (row, column) => [
            length - row * length,
            high + 0.03 - 0.05 * (column / 10 - 1) ** 4,
            (column / 10 - 1) * half,
          ]),
        ],
      ],
    ),
  );
  const warm = glow('#ffdfae', 3.4);
  for (const side of [-1, 1]) {
    set.add(new Mesh(block([3.6, 0.012, 0.02], 0.004, [-0.9, 1.545, side * (half - 0.34)]), warm));
    set.add(new Mesh(block([5.8, 0.012, 0.016], 0.004, [0, high - 0.06, side * (half - 0.06)]), warm));
  }
  for (const x of [-1.8, -0.4, 1])
    set.add(
      new Mesh(
        slab(rectangle(0.09, 0.09, 0.045), 0.012, 0.003, 12)
          .rotateX(Math.PI / 2)
          .translate(x, high + 0.02, 0),
        glow('#fff0d4', 5),
      ),
    );
  // Overhead cupboards, both sides.
  const doors: P3[] = [];
  for (const side of [-1, 1])
    for (let at = 0; at < 5; at++) doors.push([-2.5 + at * 0.78, 1.73, side * (half - 0.18)]);
  set.add(
    assemble(
      [wood, doors.map((at) => block([0.765, 0.34, 0.36], 0.012, at, 3))],
      [
        handle,
        doors.map(([x, y, z]) =>
          block([0.16, 0.014, 0.02], 0.005, [x, y - 0.12, z > 0 ? z - 0.186 : z + 0.186]),
        ),
      ],
    ),
  );
  // The kitchen: bench, sink, hob, drawers, fridge.
  const front = -half + 0.56;
  set.add(
    assemble(
      [
        wood,
        Array.from({ length: 3 }, (_, at) => [
          block([0.6, 0.3, 0.03], 0.008, [-1.3 + at * 0.62, 0.68, front]),
          block([0.6, 0.42, 0.03], 0.008, [-1.3 + at * 0.62, 0.3, front]),
        ]).flat(),
      ],
      [white, [block([1.92, 0.82, 0.52], 0.01, [-0.68, 0.45, -half + 0.28])]],
      [marble(), [block([1.98, 0.035, 0.6], 0.01, [-0.68, 0.885, -half + 0.3], 3)]],
      [
        handle,
        Array.from({ length: 3 }, (_, at) => [
          block([0.24, 0.014, 0.024], 0.005, [-1.3 + at * 0.62, 0.79, front + 0.025]),
          block([0.24, 0.014, 0.024], 0.005, [-1.3 + at * 0.62, 0.47, front + 0.025]),
        ]).flat(),
      ],
      [
        MATERIALS.steel,
        [
          block([0.44, 0.012, 0.36], 0.006, [-1.2, 0.905, -half + 0.3]),
          tube(
            [
              [-1.2, 0.9, -half + 0.1],
              [-1.2, 1.14, -half + 0.1],
              [-1.2, 1.2, -half + 0.16],
              [-1.2, 1.14, -half + 0.26],
            ],
            0.011,
          ),
        ],
      ],
      [MATERIALS.dark, [block([0.36, 0.006, 0.28], 0.003, [-1.2, 0.912, -half + 0.3])]],
      [
        MATERIALS.glossBlack,
        [
          block([0.5, 0.012, 0.42], 0.006, [-0.2, 0.907, -half + 0.3]),
          block([0.6, 1.5, 0.03], 0.012, [0.66, 0.78, front + 0.01]),
          block([0.5, 0.28, 0.012], 0.006, [-0.06, 0.7, front + 0.014]),
        ],
      ],
      [white, [block([0.66, 1.56, 0.54], 0.012, [0.66, 0.78, -half + 0.27])]],
    ),
  );
  set.add(
    new Mesh(
      block([1.96, 0.3, 0.01], 0.002, [-0.68, 1.06, -half + 0.01]),
      groundMaterial(
        'vec2 t = vec2(at.x / 0.12, at.y / 0.06); t.x += 0.5 * mod(floor(t.y), 2.0); float l = max(joint(t.x, 1.0, 0.05, foot * 9.0), joint(t.y, 1.0, 0.1, foot * 16.0)); colour = mix(vec3(0.42, 0.50, 0.47) * (0.85 + 0.3 * hash21(floor(t))), vec3(0.7), l); rough = 0.15; bump = -0.001 * l;',
      ),
    ),
  );
  window(set, -0.7, 1.36, -half, 0.9, 0.3);
  // The lounge: two sewn seats around a table under a wide window.
  const hide = leather('#b4a48d', 0.5);
  set.add(
    assemble(
      [wood, [block([1.9, 0.36, 0.56], 0.01, [-0.7, 0.18, half - 0.3])]],
      [
        hide,
        [
          soft([0.92, 0.16, 0.6], [-1.18, 0.45, half - 0.3], 0.06),
          soft([0.92, 0.16, 0.6], [-0.22, 0.45, half - 0.3], 0.06),
          block([0.9, 0.46, 0.14], 0.06, [-1.18, 0.74, half - 0.08], 5),
          block([0.9, 0.46, 0.14], 0.06, [-0.22, 0.74, half - 0.08], 5),
        ],
      ],
      [
        marble(),
        [
          slab(rectangle(0.86, 0.56, 0.08), 0.03, 0.008, 8)
            .rotateX(-Math.PI / 2)
            .translate(-0.7, 0.7, half - 0.78),
        ],
      ],
      [
        MATERIALS.alloy,
        [
          tube(
            [
              [-0.7, 0, half - 0.78],
              [-0.7, 0.7, half - 0.78],
            ],
            0.035,
          ),
        ],
      ],
      [cloth('#8c4f33', 900), [soft([0.4, 0.15, 0.4], [-1.42, 0.72, half - 0.24], 0.06, 0, 0).rotateX(0.0)]],
      [cloth('#37504d', 900), [soft([0.4, 0.15, 0.4], [0.02, 0.62, half - 0.34], 0.06, 1.15)]],
    ),
  );
  window(set, -0.7, 1.24, half, 1.3, 0.46);
  // The bed across the front, with pillows and a throw, between bedside lockers.
  set.add(
    assemble(
      [
        wood,
        [
          block([1.96, 0.34, 1.56], 0.02, [2, 0.17, 0]),
          block([0.05, 0.9, 1.7], 0.02, [2.96, 0.9, 0]),
          ...[-1, 1].map((side) => block([0.5, 0.62, 0.32], 0.015, [2.72, 0.31, side * (half - 0.17)])),
          ...[-1, 1].map((side) => block([0.46, 1.9, 0.3], 0.012, [1.2, 0.95, side * (half - 0.16)])),
        ],
      ],
      [
        linen,
        [
          soft([1.9, 0.3, 1.52], [2, 0.47, 0], 0.1),
          ...[-0.4, 0.4].map((z) => soft([0.44, 0.2, 0.66], [2.66, 0.72, z], 0.09, 0.5)),
        ],
      ],
      [
        cloth('#57706b', 800),
        [
          soft([0.72, 0.33, 1.57], [1.42, 0.475, 0], 0.1),
          ...[-0.3, 0.3].map((z) => soft([0.36, 0.15, 0.42], [2.42, 0.72, z], 0.07, 0.8)),
        ],
      ],
      [handle, [-1, 1].map((side) => block([0.014, 0.3, 0.02], 0.005, [1.02, 1.1, side * (half - 0.325)]))],
    ),
  );
  window(set, 2.1, 1.26, -half, 0.8, 0.42);
  window(set, 2.1, 1.26, half, 0.8, 0.42);
  for (const side of [-1, 1])
    set.add(new Mesh(block([0.05, 0.16, 0.06], 0.02, [2.93, 1.22, side * 0.86], 4), glow('#ffd49a', 4)));
  // Behind: the bathroom's door and a wardrobe.
  set.add(
    assemble(
      [
        wood,
        [
          block([0.04, 1.92, 0.72], 0.01, [-2.2, 0.96, -0.74]),
          block([0.04, 1.92, 0.6], 0.01, [-2.2, 0.96, 0.82]),
        ],
      ],
      [softTouch('#d9d4ca'), [block([0.03, 1.86, 0.72], 0.01, [-2.22, 0.95, 0.02])]],
      [handle, [block([0.03, 0.12, 0.02], 0.005, [-2.19, 0.98, 0.3])]],
      [MATERIALS.chrome, [facing(slab(rectangle(0.4, 1.1, 0.02), 0.006, 0.002), '+x', [-2.18, 1.15, 0.82])]],
    ),
  );
  return set;
}
