import { MATERIALS } from '../../rig/materials.ts';
import { frontEnd, mudguard } from '../chassis.ts';
import { handlebar, tablet } from '../cockpit.ts';
import { chain, shock, sprocket, sprocketRadius, swingArm } from '../final-drive.ts';
import { finishes } from '../finishes.ts';
import { fork } from '../fork.ts';
import { type Kit, placed } from '../kit.ts';
import { pairs, points } from '../numbers.ts';
import { outline, slab, tube } from '../shapes.ts';
import { brakeDisc, caliper, spokedWheel, tyre, type WheelSize } from '../wheel.ts';

const FRONT: WheelSize = {
  radius: 0.345,
  tyreWidth: 0.112,
  rimRadius: 0.254,
  rimWidth: 0.07,
  tread: 'blocks',
};
const REAR: WheelSize = { radius: 0.332, tyreWidth: 0.16, rimRadius: 0.222, rimWidth: 0.11, tread: 'blocks' };
export const FRONT_AXLE = [0.8, 0.345] as const;
export const REAR_AXLE = [-0.76, 0.332] as const;
const PIVOT = [-0.21, 0.47] as const;
const SPROCKET = [-0.085, 0.465] as const;
const CHAIN_Z = -0.104;

export function rear(kit: Kit) {
  const f = finishes();
  kit.within(placed(...REAR_AXLE, 0), () => {
    tyre(kit, REAR);
    spokedWheel(kit, REAR, f.castBlack, f.castBlack);
    kit.within(placed(0, 0, 0.094), () => {
      brakeDisc(kit, 0.125, f.satinBlack, { wave: true });
      caliper(kit, 0.125, 0.6, f.castBlack, 0.3);
    });
    kit.within(placed(0, 0, CHAIN_Z), () => sprocket(kit, 45, f.disc, 6));
  });
  kit.within(placed(...SPROCKET, CHAIN_Z), () => sprocket(kit, 16, f.chain));
  chain(kit, [...SPROCKET, sprocketRadius(16)], [...REAR_AXLE, sprocketRadius(45)], CHAIN_Z);
  swingArm(kit, { pivot: PIVOT, axle: REAR_AXLE, half: [0.095, 0.134], material: f.castSilver });
  shock(kit, [-0.19, 0.74, 0.02], [-0.3, 0.46, 0.02], 0.042, f.spring);
  kit.add(
    MATERIALS.plastic,
    mudguard(REAR_AXLE, { radius: 0.362, half: 0.09, from: 70, to: 150, drop: 0.035 }),
  );
  kit.add(
    MATERIALS.plastic,
    tube(
      [
        [-0.38, 0.53, CHAIN_Z - 0.01],
        [-0.56, 0.505, CHAIN_Z - 0.012],
        [-0.72, 0.468, CHAIN_Z - 0.012],
      ],
      pairs('0.02 0.012, 0.02 0.012, 0.012 0.01'),
      { up: [0, 1, 0], power: 5 },
    ),
  );
}

export function front(kit: Kit) {
  const f = finishes();
  frontEnd(
    kit,
    { axle: FRONT_AXLE, rake: 0.445, offset: 0.035, steer: 0.18 },
    () => {
      tyre(kit, FRONT);
      spokedWheel(kit, FRONT, f.castBlack, f.castBlack);
      for (const side of [1, -1])
        kit.within(placed(0, 0, side * 0.072), () => {
          brakeDisc(kit, 0.156, f.satinBlack, { wave: true });
          caliper(kit, 0.156, 2.45, f.castBlack);
        });
      fork(kit, {
        kind: 'upside-down',
        length: 0.87,
        lowerClamp: 0.63,
        upperClamp: 0.815,
        half: 0.105,
        offset: 0.035,
        tubeMaterial: f.castBlack,
      });
      kit.onBothSides(() => {
        kit.add(
          f.hose,
          tube(points('-0.1 0.11 0.1, -0.075 0.2 0.125, -0.05 0.4 0.12, -0.07 0.6 0.07'), 0.0048, {
            sides: 8,
          }),
        );
        kit.add(
          MATERIALS.plastic,
          slab(
            outline(points('-0.02 0.06 0.015, 0.034 0.07 0.015, 0.03 0.34 0.02, -0.01 0.34 0.015')),
            0.006,
            { bevel: 0.002 },
          ),
          placed(0.012, 0.02, 0.138),
        );
      });
    },
    () => {
      kit.add(
        MATERIALS.plastic,
        mudguard(FRONT_AXLE, { radius: 0.372, half: 0.068, from: 48, to: 158, drop: 0.03, taper: 0.66 }),
      );
      handlebar(kit, {
        path: points('0.375 1.13 0, 0.375 1.13 0.07, 0.35 1.18 0.2, 0.3 1.195 0.3, 0.25 1.19 0.42'),
        handGuards: true,
      });
      for (const z of [0.05, -0.05])
        kit.add(
          f.satinBlack,
          tube(
            [
              [0.392, 1.08, z],
              [0.375, 1.145, z],
            ],
            0.018,
            { sides: 14 },
          ),
        );
      kit.add(f.satinBlack, tube(points('0.355 1.175 -0.17, 0.36 1.172 0, 0.355 1.175 0.17'), 0.0075));
    },
  );
  tablet(kit, [0.485, 1.16], -0.55, 0.18, 0.11);
}
