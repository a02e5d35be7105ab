import { STARS } from '#src/domain/content/stars.ts';

/** One star on a square of 24. */
const STAR = 'M12 2.5l2.9 6.2 6.6.8-4.9 4.6 1.3 6.7-5.9-3.4-5.9 3.4 1.3-6.7-4.9-4.6 6.6-.8z';
/** The edge of a star's square. */
export const STAR_EDGE = 24;
/** From one star to the next. */
export const STAR_STEP = 26.4;
/** The outlines of a row of stars. */
export const STAR_ROW = STAR + `m${STAR_STEP} 0${STAR.slice(STAR.indexOf('l'))}`.repeat(STARS - 1);
