import { Matrix4, PlaneGeometry, Vector3 } from 'three';
import { finishes } from './finishes.ts';
import { type Kit, placed } from './kit.ts';
import { pairs, points } from './numbers.ts';
import { block, type Corner, outline, type Point, slab, spin, tube } from './shapes.ts';
import { entry } from './spline.ts';
import { swell } from './swell.ts';

export type Bars = {
  /** From the middle outwards on the right side; the grip takes the last 0.125 m. */
  path: readonly Point[];
  material?: 'black' | 'chrome';
  handGuards?: boolean;
  mirrors?: 'stalks' | 'none';
  mirrorShape?: 'angular' | 'round';
};

const GRIP_M = 0.125;

/** Everything a hand reaches: bar, grips, switches, levers, reservoirs, mirrors. */
export function handlebar(
  kit: Kit,
  { path, handGuards = false, mirrors = 'stalks', mirrorShape = 'angular' }: Bars,
  bar = finishes().satinBlack,
) {
  const { grip, satinBlack, bolt, castBlack, hose } = finishes();
  kit.onBothSides(() => kit.add(bar, tube(path, 0.0112, { sides: 12 })));
  const end = new Vector3(...entry(path, path.length - 1));
  const out = end
    .clone()
    .sub(new Vector3(...entry(path, path.length - 2)))
    .normalize();
  const ahead = new Vector3(1, 0, 0).addScaledVector(out, -out.x).normalize();
  const frame = new Matrix4()
    .makeBasis(ahead, out.clone().cross(ahead), out)
    .setPosition(end.clone().addScaledVector(out, -GRIP_M));
  kit.onBothSides((side) =>
    kit.within(frame, () => {
      const ribs: (readonly [number, number])[] = pairs('0.012 0, 0.021 0.001, 0.021 0.005, 0.0165 0.007');
      for (let at = 0; at < 9; at++)
        ribs.push([0.0168, 0.012 + at * 0.011], [0.0162, 0.014 + at * 0.011], [0.0162, 0.02 + at * 0.011]);
      kit.add(grip, spin([...ribs, [0.017, 0.118], [0.017, GRIP_M], [0.012, GRIP_M]], 20));
      kit.add(
        satinBlack,
        spin(
          [
            [0.012, GRIP_M],
            [0.0165, GRIP_M + 0.002],
            [0.0165, GRIP_M + 0.024],
            [0.014, GRIP_M + 0.03],
            [0, GRIP_M + 0.03],
          ],
          18,
        ),
      );
      // Switches, then the perch of the lever.
      kit.add(satinBlack, block(0.036, 0.042, 0.036, 0.008), placed(0, 0, -0.022));
      kit.add(bolt, block(0.006, 0.008, 0.012, 0.002), placed(-0.019, 0.006, -0.02));
      kit.add(finishes().redAnodised, block(0.004, 0.007, 0.009, 0.001), placed(-0.019, -0.008, -0.02));
      kit.add(
        satinBlack,
        spin(pairs('0.0115 -0.012, 0.02 -0.012, 0.02 0.012, 0.0115 0.012'), 18),
        placed(0, 0, -0.056),
      );
      kit.add(
        satinBlack,
        tube(
          points('0.008 0 -0.056, 0.034 0 -0.05, 0.048 -0.001 -0.03'),
          pairs('0.013 0.011, 0.011 0.013, 0.009 0.013'),
          { up: [0, 1, 0], power: 4, sides: 12 },
        ),
      );
      kit.add(
        castBlack,
        tube(
          points(
            '0.048 -0.002 -0.034, 0.058 -0.003 0.01, 0.058 -0.004 0.06, 0.056 -0.004 0.105, 0.066 -0.004 0.125',
          ),
          pairs('0.006 0.008, 0.0055 0.008, 0.005 0.0075, 0.005 0.007, 0.006 0.006'),
          { up: [0, 1, 0], power: 3, sides: 10 },
        ),
      );
      if (side === 1) {
        // The brake's master cylinder with its reservoir.
        kit.add(satinBlack, tube(points('0.036 0 -0.04, 0.036 0.002 -0.105'), 0.0125, { sides: 14 }));
        kit.add(
          finishes().hose,
          spin(pairs('0.017 0, 0.019 0.004, 0.0195 0.03, 0.021 0.032, 0.021 0.04, 0.018 0.043, 0 0.043'), 20),
          placed(0.052, 0.014, -0.084, -Math.PI / 2),
        );
        kit.add(
          hose,
          tube(points('0.036 0 -0.1, 0.05 -0.03 -0.16, 0.03 -0.12 -0.22, -0.01 -0.2 -0.24'), 0.0048, {
            sides: 8,
          }),
        );
      } else {
        kit.add(
          hose,
          tube(points('0.04 0 -0.05, 0.05 -0.01 -0.12, 0.04 -0.08 -0.2, -0.03 -0.16 -0.24'), 0.004, {
            sides: 8,
          }),
        );
      }
      kit.add(
        hose,
        tube(points('-0.005 -0.014 -0.03, 0.012 -0.05 -0.1, 0 -0.1 -0.18, -0.04 -0.15 -0.24'), 0.0042, {
          sides: 8,
        }),
      );
      if (handGuards) handGuard(kit);
    }),
  );
  if (mirrors === 'stalks') {
    const foot = new Vector3(0.02, 0.012, -0.056).applyMatrix4(frame);
    kit.onBothSides(() => barMirror(kit, [foot.x, foot.y, foot.z], mirrorShape));
  }
}

function handGuard(kit: Kit) {
  const { satinBlack, bolt } = finishes();
  kit.add(
    bolt,
    tube(
      [
        [0, 0, GRIP_M + 0.02],
        [0.05, -0.004, GRIP_M + 0.018],
        [0.095, -0.012, 0.06],
        [0.09, -0.01, -0.06],
        [0.03, -0.005, -0.13],
      ],
      pairs('0.009 0.004, 0.009 0.004, 0.009 0.004, 0.009 0.004, 0.009 0.006'),
      { up: [0, 1, 0], power: 4 },
    ),
  );
  kit.add(
    satinBlack,
    slab(
      outline(
        points(
          '-0.1 -0.03 0.02, 0.08 -0.045 0.03, 0.135 0 0.03, 0.1 0.05 0.03, -0.04 0.075 0.03, -0.1 0.03 0.02',
        ),
      ),
      0.006,
      { bevel: 0.002 },
    ),
    placed(0.102, 0.0, 0.02, 0, -Math.PI / 2, 0),
  );
}

const MIRRORS: Record<'angular' | 'round', readonly Corner[]> = {
  angular: points(
    '-0.055 -0.02 0.018, 0.02 -0.034 0.02, 0.065 -0.012 0.02, 0.062 0.03 0.018, -0.03 0.036 0.02, -0.058 0.012 0.016',
  ),
  round: Array.from(
    { length: 16 },
    (_, at) => [0.05 * Math.cos((at / 8) * Math.PI), 0.05 * Math.sin((at / 8) * Math.PI)] as const,
  ),
};

/** A mirror on a stalk from its perch. */
export function barMirror(kit: Kit, [x, y, z]: Point, shape: 'angular' | 'round') {
  const { satinBlack, bolt } = finishes();
  kit.add(
    bolt,
    tube(
      [
        [x, y - 0.01, z],
        [x, y + 0.02, z],
      ],
      0.0085,
      { sides: 6 },
    ),
  );
  kit.add(
    satinBlack,
    tube(
      [
        [x, y + 0.01, z],
        [x + 0.012, y + 0.055, z + 0.025],
        [x + 0.02, y + 0.11, z + 0.095],
      ],
      [0.0065, 0.006, 0.0055],
      { sides: 10 },
    ),
  );
  mirrorHead(kit, [x + 0.012, y + 0.128, z + 0.11], shape);
}

/** The head of a mirror, looking back. */
export function mirrorHead(
  kit: Kit,
  [x, y, z]: Point,
  shape: 'angular' | 'round',
  shell = finishes().satinBlack,
) {
  const edge = outline(MIRRORS[shape], 5);
  kit.within(placed(x, y, z, 0, 0.12, -0.08), () => {
    kit.add(
      shell,
      swell(edge, pairs('0.03 0, 0.028 0.45, 0.018 0.85, 0.004 1, -0.004 1, -0.006 0.97'), 0.9, true),
    );
    kit.add(finishes().mirrorGlass, swell(edge, pairs('-0.0045 0.98, -0.0048 0'), 0.6, true));
  });
}

/** A tablet of instruments facing back and up, its middle at a point. */
export function tablet(
  kit: Kit,
  [x, y]: readonly [number, number],
  tilt: number,
  width = 0.15,
  height = 0.09,
) {
  const { satinBlack, display } = finishes();
  const [w, h] = [width / 2, height / 2];
  kit.within(placed(x, y, 0, 0, 0, tilt), () => {
    const edge = outline(
      [
        [-w, -h, 0.012],
        [w, -h, 0.012],
        [w, h, 0.012],
        [-w, h, 0.012],
      ],
      4,
    );
    kit.add(
      satinBlack,
      swell(edge, pairs('0.028 0, 0.026 0.7, 0.014 1, 0 1.06, -0.003 1.05, -0.003 0'), 0.6, true),
    );
    kit.add(display, new PlaneGeometry(width * 0.96, height * 0.94), placed(-0.0045, 0, 0, 0, -Math.PI / 2));
  });
}

/** A round instrument facing back and up. */
export function dial(kit: Kit, [x, y, z]: Point, tilt: number, radius: number) {
  const { satinBlack, display, bolt } = finishes();
  kit.within(placed(x, y, z, 0, 0, tilt).multiply(new Matrix4().makeRotationY(-Math.PI / 2)), () => {
    kit.add(
      satinBlack,
      spin(
        [
          [0, -0.05],
          [radius * 0.7, -0.045],
          [radius, -0.01],
          [radius, 0.006],
        ],
        36,
      ),
    );
    kit.add(
      bolt,
      spin(
        [
          [radius, 0.002],
          [radius * 1.05, 0.004],
          [radius * 1.04, 0.011],
          [radius * 0.93, 0.012],
          [radius * 0.91, 0.004],
        ],
        36,
      ),
    );
    kit.add(display, new PlaneGeometry(radius * 1.35, radius * 1.0), placed(0, 0, 0.004));
    kit.add(
      satinBlack,
      spin(
        [
          [radius * 0.95, 0.002],
          [0, 0.002],
        ],
        30,
      ),
    );
  });
}
