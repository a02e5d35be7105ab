/** VDP-22: under which name a browser remembers the vehicles a shopper viewed. */
export const VIEWED_KEY = 'forecourt:viewed';
/** It remembers no more of them, and asks for no more at once. */
export const MOST_VIEWED_CARS = 20;
