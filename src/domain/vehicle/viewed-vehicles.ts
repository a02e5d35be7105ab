/** VDP-22: the storage key of the vehicles a shopper viewed. */
export const VIEWED_KEY = 'forecourt:viewed';
/** The most it stores, and the most it requests together. */
export const MOST_VIEWED_CARS = 20;
