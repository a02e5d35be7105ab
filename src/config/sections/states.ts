/** States and territories. Separate from their schema, so that browsers do not load it. */
export const STATES = ['act', 'nsw', 'nt', 'qld', 'sa', 'tas', 'vic', 'wa'] as const;
export type State = (typeof STATES)[number];

/** As written in an address: `QLD`. */
export const stateName = (state: State): string => state.toUpperCase();
