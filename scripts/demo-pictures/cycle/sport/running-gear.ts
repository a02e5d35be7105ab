import type { Material } from 'three';
import { MATERIALS } from '../../rig/materials.ts';
import { frontEnd, mudguard } from '../chassis.ts';
import { handlebar, mirrorHead, tablet } from '../cockpit.ts';
import { chain, shock, sprocket, sprocketRadius, swingArm } from '../final-drive.ts';
import { finishes } from '../finishes.ts';
import { fork } from '../fork.ts';
import { type Kit, placed } from '../kit.ts';
import { pairs, points } from '../numbers.ts';
import { spin, tube } from '../shapes.ts';
import { brakeDisc, caliper, castWheel, tyre, type WheelSize } from '../wheel.ts';

const FRONT: WheelSize = { radius: 0.298, tyreWidth: 0.12, rimRadius: 0.216, rimWidth: 0.089, tread: 'road' };
const REAR: WheelSize = { radius: 0.317, tyreWidth: 0.192, rimRadius: 0.216, rimWidth: 0.15, tread: 'road' };
export const FRONT_AXLE = [0.7, 0.298] as const;
export const REAR_AXLE = [-0.72, 0.317] as const;
const PIVOT = [-0.2, 0.42] as const;
const SPROCKET = [-0.085, 0.41] as const;
const CHAIN_Z = -0.114;

export function rear(kit: Kit) {
  const f = finishes();
  kit.within(placed(...REAR_AXLE, 0), () => {
    tyre(kit, REAR);
    castWheel(kit, REAR, { spokes: 5, style: 'forked', material: f.castBlack });
    kit.within(placed(0, 0, 0.108), () => {
      brakeDisc(kit, 0.112, f.satinBlack);
      caliper(kit, 0.112, 0.6, f.castBlack, 0.3);
    });
    kit.within(placed(0, 0, CHAIN_Z), () => sprocket(kit, 42, f.gold, 6));
  });
  kit.within(placed(...SPROCKET, CHAIN_Z), () => sprocket(kit, 16, f.chain));
  chain(kit, [...SPROCKET, sprocketRadius(16)], [...REAR_AXLE, sprocketRadius(42)], CHAIN_Z);
  swingArm(kit, { pivot: PIVOT, axle: REAR_AXLE, half: [0.1, 0.146], material: f.castSilver });
  shock(kit, [-0.2, 0.68, 0.02], [-0.28, 0.43, 0.02], 0.04, f.spring);
  kit.add(
    MATERIALS.plastic,
    mudguard(REAR_AXLE, { radius: 0.336, half: 0.09, from: 84, to: 152, drop: 0.035 }),
  );
  kit.add(
    MATERIALS.plastic,
    tube(
      [
        [-0.36, 0.49, CHAIN_Z - 0.01],
        [-0.55, 0.475, CHAIN_Z - 0.012],
        [-0.7, 0.44, CHAIN_Z - 0.012],
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
    { axle: FRONT_AXLE, rake: 0.419, offset: 0.03, steer: 0.13 },
    () => {
      tyre(kit, FRONT);
      castWheel(kit, FRONT, { spokes: 5, style: 'forked', material: f.castBlack });
      for (const side of [1, -1])
        kit.within(placed(0, 0, side * 0.074), () => {
          brakeDisc(kit, 0.162, f.satinBlack);
          caliper(kit, 0.162, 2.45, f.gold);
        });
      fork(kit, {
        kind: 'upside-down',
        length: 0.7,
        lowerClamp: 0.51,
        upperClamp: 0.665,
        half: 0.107,
        offset: 0.03,
        tubeMaterial: f.gold,
      });
      kit.onBothSides(() => {
        kit.add(
          f.hose,
          tube(points('-0.1 0.11 0.1, -0.075 0.2 0.125, -0.05 0.36 0.12, -0.07 0.5 0.07'), 0.0048, {
            sides: 8,
          }),
        );
        kit.add(
          MATERIALS.plastic,
          tube(points('0 0.25 0.106, 0 0.3 0.07'), pairs('0.02 0.006, 0.03 0.005'), { up: [0, 1, 0] }),
        );
        kit.add(
          f.satinBlack,
          spin(pairs('0.0275 -0.02, 0.036 -0.02, 0.036 0.02, 0.0275 0.02'), 22),
          placed(0, 0.62, 0.107, -Math.PI / 2),
        );
      });
    },
    () => {
      kit.add(
        paint,
        mudguard(FRONT_AXLE, { radius: 0.317, half: 0.067, from: 36, to: 160, drop: 0.035, taper: 0.66 }),
      );
      handlebar(kit, {
        path: points('0.43 0.868 0.12, 0.415 0.866 0.16, 0.36 0.853 0.25, 0.29 0.836 0.365'),
        mirrors: 'none',
      });
    },
  );
  tablet(kit, [0.52, 0.965], -0.7, 0.15, 0.09);
  kit.onBothSides(() => {
    kit.add(
      f.satinBlack,
      tube(
        points('0.62 0.94 0.115, 0.62 0.975 0.16, 0.6 1.015 0.235, 0.592 1.03 0.262'),
        pairs('0.012 0.02, 0.009 0.014, 0.008 0.012, 0.008 0.012'),
        { up: [1, 0, 0], power: 3 },
      ),
    );
    mirrorHead(kit, [0.585, 1.035, 0.3], 'angular');
  });
}
