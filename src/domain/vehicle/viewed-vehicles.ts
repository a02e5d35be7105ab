/** VDP-22: the most a browser stores, and the most it requests together. */
export const MOST_VIEWED_CARS = 20;
