import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';

/** A state in which the page of a vehicle can be, on the site of a demo dealer that shows it. */
export type DemoState = {
  name: string;
  dealer: string;
  isOne: (vehicle: StockedVehicle, now: Date) => boolean;
  /** In the HTML of the page. */
  marks: readonly RegExp[];
  /** Not in it. */
  lacks?: readonly RegExp[];
};
