import type { Material } from 'three';
import { MATERIALS } from '../../rig/materials.ts';
import { frontEnd, mudguard } from '../chassis.ts';
import { handlebar, tablet } from '../cockpit.ts';
import { chain, shock, sprocket, sprocketRadius, swingArm } from '../final-drive.ts';
import { finishes } from '../finishes.ts';
import { fork } from '../fork.ts';
import { type Kit, placed } from '../kit.ts';
import { indicator, ledHeadlamp } from '../lamps.ts';
import { pairs, points } from '../numbers.ts';
import { patch, wholeRows } from '../patch.ts';
import { type Point, tube } from '../shapes.ts';
import { brakeDisc, caliper, castWheel, tyre, type WheelSize } from '../wheel.ts';
import { FLYSCREEN } from './sheets.data.ts';

const FRONT: WheelSize = { radius: 0.298, tyreWidth: 0.12, rimRadius: 0.216, rimWidth: 0.089, tread: 'road' };
const REAR: WheelSize = { radius: 0.314, tyreWidth: 0.182, rimRadius: 0.216, rimWidth: 0.14, tread: 'road' };
const FRONT_AXLE = [0.705, 0.298] as const;
const REAR_AXLE = [-0.735, 0.314] as const;
const PIVOT = [-0.215, 0.42] as const;
const SPROCKET = [-0.085, 0.41] as const;
const CHAIN_Z = -0.112;

export function rear(kit: Kit) {
  const f = finishes();
  kit.within(placed(...REAR_AXLE, 0), () => {
    tyre(kit, REAR);
    castWheel(kit, REAR, { spokes: 5, style: 'pairs', material: f.bronze });
    kit.within(placed(0, 0, 0.106), () => {
      brakeDisc(kit, 0.118, f.satinBlack);
      caliper(kit, 0.118, 0.6, f.castBlack, 0.3);
    });
    kit.within(placed(0, 0, CHAIN_Z), () => sprocket(kit, 45, f.disc, 6));
  });
  kit.within(placed(...SPROCKET, CHAIN_Z), () => sprocket(kit, 16, f.chain));
  chain(kit, [...SPROCKET, sprocketRadius(16)], [...REAR_AXLE, sprocketRadius(45)], CHAIN_Z);
  swingArm(kit, { pivot: PIVOT, axle: REAR_AXLE, half: [0.1, 0.142], material: f.satinBlack });
  shock(kit, [-0.2, 0.7, 0.02], [-0.3, 0.43, 0.02], 0.04, f.spring);
  kit.add(
    MATERIALS.plastic,
    mudguard(REAR_AXLE, { radius: 0.334, half: 0.086, from: 82, to: 150, drop: 0.035 }),
  );
  kit.add(
    MATERIALS.plastic,
    tube(
      [
        [-0.36, 0.49, CHAIN_Z - 0.01],
        [-0.55, 0.475, CHAIN_Z - 0.012],
        [-0.72, 0.445, CHAIN_Z - 0.012],
      ],
      pairs('0.02 0.012, 0.02 0.012, 0.012 0.01'),
      { up: [0, 1, 0], power: 5 },
    ),
  );
}

export function front(kit: Kit, paint: Material) {
  const f = finishes();
  frontEnd(
    kit,
    { axle: FRONT_AXLE, rake: 0.428, offset: 0.032, steer: 0.2 },
    () => {
      tyre(kit, FRONT);
      castWheel(kit, FRONT, { spokes: 5, style: 'pairs', material: f.bronze });
      for (const side of [1, -1])
        kit.within(placed(0, 0, side * 0.074), () => {
          brakeDisc(kit, 0.155, f.satinBlack);
          caliper(kit, 0.155, 2.45, f.castBlack);
        });
      fork(kit, {
        kind: 'upside-down',
        length: 0.74,
        lowerClamp: 0.545,
        upperClamp: 0.715,
        half: 0.105,
        offset: 0.032,
        tubeMaterial: f.gold,
      });
      kit.onBothSides(() => {
        kit.add(
          f.hose,
          tube(
            points('-0.1 0.11 0.1, -0.075 0.2 0.125, -0.05 0.36 0.12, -0.07 0.5 0.07, -0.06 0.6 0.05'),
            0.0048,
            { sides: 8 },
          ),
        );
        kit.add(
          MATERIALS.plastic,
          tube(points('0 0.25 0.104, 0 0.31 0.07'), pairs('0.02 0.006, 0.03 0.005'), { up: [0, 1, 0] }),
        );
      });
      // Headlamp brackets and the clip of the wiring.
      for (const y of [0.57, 0.66])
        kit.add(
          f.satinBlack,
          tube(
            [
              [0.02, y, -0.09],
              [0.07, y, -0.05],
              [0.07, y, 0.05],
              [0.02, y, 0.09],
            ],
            0.007,
          ),
        );
    },
    () => {
      const guard = mudguard(FRONT_AXLE, {
        radius: 0.318,
        half: 0.068,
        from: 44,
        to: 158,
        drop: 0.03,
        taper: 0.7,
      });
      kit.add(paint, guard);
      handlebar(kit, {
        path: points('0.352 1.03 0, 0.352 1.03 0.06, 0.33 1.07 0.16, 0.295 1.082 0.25, 0.255 1.075 0.385'),
      });
      for (const z of [0.05, -0.05])
        kit.add(
          f.satinBlack,
          tube(
            [
              [0.372, 0.965, z],
              [0.352, 1.045, z],
            ],
            0.018,
            { sides: 14 },
          ),
        );
      tablet(kit, [0.405, 1.06], -0.95);
      kit.within(placed(0.585, 0.86, 0, 0, 0, -0.22), () =>
        ledHeadlamp(
          kit,
          points(
            '-0.05 -0.1 0.02, 0.05 -0.1 0.02, 0.1 0.02 0.03, 0.085 0.085 0.025, -0.085 0.085 0.025, -0.1 0.02 0.03',
          ),
          {
            housing: MATERIALS.plastic,
            projectors: points('0.03 0 0.027, -0.045 0 0.024'),
            line: [1, -1].map((side): Point[] => [
              [0.0, 0.062, side * 0.03],
              [0.0, 0.058, side * 0.07],
              [-0.002, 0.015, side * 0.078],
              [-0.002, -0.035, side * 0.055],
            ]),
            depth: 0.12,
          },
        ),
      );
      kit.add(
        paint,
        patch(wholeRows(FLYSCREEN), {
          creaseColumns: [1, 5],
          along: 20,
          across: 24,
        }),
      );
      for (const side of [1, -1]) indicator(kit, [0.5, 0.955, side * 0.09], [0.505, 0.958, side * 0.14], 1);
    },
  );
}
