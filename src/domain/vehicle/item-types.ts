import type { Vertical } from '#src/config/sections/verticals.ts';
import type { VehicleType } from './vehicle.ts';

const ITEM_TYPE_OF: Readonly<Record<Vertical, VehicleType | null>> = {
  cars: 'car',
  trucks: 'truck',
  motorcycles: 'motorcycle',
  caravans: 'caravan',
  parts: null,
};

/** CFG-13: the kinds of vehicles a dealer of these verticals shows. */
export const itemTypesOf = (verticals: readonly Vertical[]): VehicleType[] =>
  verticals.map((vertical) => ITEM_TYPE_OF[vertical]).filter((type) => type !== null);
