import type { Material } from 'three';
import { MATERIALS } from '../../rig/materials.ts';
import { frontEnd, mudguard } from '../chassis.ts';
import { dial, handlebar } from '../cockpit.ts';
import { chain, shock, sprocket, sprocketRadius, swingArm } from '../final-drive.ts';
import { finishes } from '../finishes.ts';
import { fork } from '../fork.ts';
import { type Kit, placed } from '../kit.ts';
import { indicator, roundHeadlamp } from '../lamps.ts';
import { pairs, points } from '../numbers.ts';
import { outline, slab, spin, tube } from '../shapes.ts';
import { brakeDisc, caliper, spokedWheel, tyre, type WheelSize } from '../wheel.ts';

const FRONT: WheelSize = { radius: 0.335, tyreWidth: 0.13, rimRadius: 0.235, rimWidth: 0.08, tread: 'road' };
const REAR: WheelSize = { radius: 0.322, tyreWidth: 0.19, rimRadius: 0.205, rimWidth: 0.13, tread: 'road' };
export const FRONT_AXLE = [0.835, 0.335] as const;
export const REAR_AXLE = [-0.785, 0.322] as const;
const PIVOT = [-0.31, 0.35] as const;
const SPROCKET = [-0.2, 0.35] as const;
const CHAIN_Z = -0.122;

export function rear(kit: Kit, paint: Material) {
  const f = finishes();
  kit.within(placed(...REAR_AXLE, 0), () => {
    tyre(kit, REAR);
    spokedWheel(kit, REAR, MATERIALS.chrome, MATERIALS.chrome);
    kit.within(placed(0, 0, 0.11), () => {
      brakeDisc(kit, 0.13, MATERIALS.alloy);
      caliper(kit, 0.13, 1.0, f.castSilver, 0.3);
    });
    kit.within(placed(0, 0, CHAIN_Z), () => sprocket(kit, 52, f.disc, 6));
  });
  kit.within(placed(...SPROCKET, CHAIN_Z), () => sprocket(kit, 19, f.chain));
  chain(kit, [...SPROCKET, sprocketRadius(19)], [...REAR_AXLE, sprocketRadius(52)], CHAIN_Z);
  kit.add(
    f.satinBlack,
    tube(
      [
        [-0.28, 0.432, CHAIN_Z - 0.012],
        [-0.5, 0.455, CHAIN_Z - 0.014],
        [-0.76, 0.478, CHAIN_Z - 0.014],
      ],
      pairs('0.02 0.016, 0.024 0.016, 0.018 0.014'),
      { up: [0, 1, 0], power: 5, sides: 14 },
    ),
  );
  swingArm(kit, {
    pivot: PIVOT,
    axle: REAR_AXLE,
    half: [0.115, 0.15],
    material: f.satinBlack,
    height: 0.026,
    braced: false,
  });
  kit.onBothSides(() => {
    shock(kit, [-0.56, 0.635, 0.158], [-0.715, 0.375, 0.158], 0.034, MATERIALS.chrome, 9);
    kit.add(
      MATERIALS.chrome,
      slab(
        outline(
          points(
            '-0.36 0.62 0.02, -0.62 0.6 0.02, -0.92 0.655 0.012, -0.93 0.675 0.012, -0.6 0.66 0.02, -0.36 0.665 0.02',
          ),
        ),
        0.012,
        { bevel: 0.003 },
      ),
      placed(0, 0, 0.128),
    );
  });
  kit.add(
    paint,
    mudguard(
      REAR_AXLE,
      { radius: 0.372, half: 0.118, from: 28, to: 168, drop: 0.075, taper: 0.86 },
      { along: 40 },
    ),
  );
}

export function front(kit: Kit, paint: Material) {
  const f = finishes();
  frontEnd(
    kit,
    { axle: FRONT_AXLE, rake: 0.5, offset: 0.05, steer: 0.26 },
    () => {
      tyre(kit, FRONT);
      spokedWheel(kit, FRONT, MATERIALS.chrome, MATERIALS.chrome);
      kit.within(placed(0, 0, -0.07), () => {
        brakeDisc(kit, 0.15, MATERIALS.alloy);
        caliper(kit, 0.15, 2.5, f.castSilver);
      });
      fork(kit, {
        kind: 'conventional',
        length: 0.83,
        lowerClamp: 0.6,
        upperClamp: 0.78,
        half: 0.112,
        offset: 0.05,
        tubeMaterial: f.castSilver,
      });
      // Covers of the upper tubes.
      for (const z of [0.112, -0.112])
        kit.add(
          f.castBlack,
          spin(pairs('0.03 0, 0.032 0.004, 0.032 0.17, 0.03 0.174'), 24),
          placed(0, 0.43, z, -Math.PI / 2),
        );
      kit.add(
        f.hose,
        tube(points('-0.09 0.11 -0.1, -0.06 0.25 -0.13, -0.04 0.45 -0.13, -0.07 0.6 -0.06'), 0.0048, {
          sides: 8,
        }),
      );
      for (const side of [1, -1])
        kit.add(
          f.castSilver,
          slab(outline(points('-0.05 0.3 0.01, 0.05 0.3 0.01, 0.03 0.36 0.01, -0.03 0.36 0.01')), 0.008, {
            bevel: 0.002,
          }),
          placed(0, 0, side * 0.082),
        );
    },
    () => {
      kit.add(
        paint,
        mudguard(FRONT_AXLE, { radius: 0.362, half: 0.08, from: 30, to: 172, drop: 0.05, taper: 0.84 }),
      );
      kit.within(placed(0.64, 0.85, 0), () =>
        roundHeadlamp(kit, 0.098, MATERIALS.glossBlack, MATERIALS.chrome),
      );
      kit.onBothSides(() =>
        kit.add(
          f.satinBlack,
          tube(
            points('0.5 0.85 0.11, 0.56 0.855 0.112, 0.6 0.85 0.098'),
            pairs('0.024 0.006, 0.02 0.006, 0.014 0.006'),
            { up: [0, 1, 0] },
          ),
        ),
      );
      handlebar(
        kit,
        {
          path: points('0.43 1.06 0, 0.43 1.06 0.08, 0.395 1.095 0.2, 0.3 1.105 0.34, 0.17 1.075 0.41'),
          mirrorShape: 'round',
        },
        MATERIALS.chrome,
      );
      for (const z of [0.055, -0.055])
        kit.add(
          MATERIALS.chrome,
          tube(
            [
              [0.45, 0.99, z],
              [0.43, 1.075, z],
            ],
            0.019,
            { sides: 18 },
          ),
        );
      dial(kit, [0.5, 1.035, 0], -0.75, 0.052);
      for (const side of [1, -1]) indicator(kit, [0.5, 0.9, side * 0.12], [0.505, 0.9, side * 0.17], 1);
    },
  );
}
