import { kindOf, type Vertical } from '#src/config/sections/verticals.ts';
import type { VehicleType } from './vehicle.ts';

/** CFG-13: the kinds of vehicles a dealer of these verticals shows. */
export const itemTypesOf = (verticals: readonly Vertical[]): VehicleType[] =>
  verticals.map(kindOf).filter((kind) => kind !== 'part');
