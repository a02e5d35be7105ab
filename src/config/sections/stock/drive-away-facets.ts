import { STATES, type State } from '#src/config/sections/states.ts';

const PREFIX = 'drive_away_';

/** SRCH-210: what a vehicle costs on the road in a state. */
export type DriveAwayFacet = `${typeof PREFIX}${State}`;

export const driveAwayFacet = (state: State): DriveAwayFacet => `${PREFIX}${state}`;

export const DRIVE_AWAY_FACETS = STATES.map(driveAwayFacet);

export const isDriveAway = (facet: string): facet is DriveAwayFacet => facet.startsWith(PREFIX);

export const stateOfFacet = (facet: DriveAwayFacet): State => facet.slice(PREFIX.length) as State;
