import { STATES, type State, stateName } from '#src/config/sections/states.ts';
import { formatDollars } from '#src/platform/number/number-format.ts';

/** VDP-210: query parameter of the form without JavaScript. */
export const ON_ROAD_FIELD = 'on_road_postcode';

/** Whole dollars in the order of `STATES`. */
export type DriveAwayPrices = readonly (number | null)[];

export const estimatedIn = (estimated: DriveAwayPrices, state: State): number | null =>
  estimated[STATES.indexOf(state)] ?? null;

/**
 * CARD-210: `Est. drive away $45,990 in QLD`.
 * @param onRoad as the kind of vehicle is bought: `Drive away`, `Ride away`
 */
export const estimateText = (onRoad: string, dollars: number, state: State): string =>
  `Est. ${onRoad.toLowerCase()} ${formatDollars(dollars, 0)} in ${stateName(state)}`;
