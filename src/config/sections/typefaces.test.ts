import { expect, it } from 'vitest';
import { TYPEFACES } from './typefaces.data.ts';

const KB = 1000;
/** Typefaces of a page. */
const MOST_KB = 40;

it('CFG-15 whichever two typefaces a dealer chooses, a page in Latin 1 loads at most 40 KB of them', () => {
  const faces = Object.values(TYPEFACES);
  for (const display of faces)
    for (const text of faces.filter((face) => face !== display))
      expect((display.bytes + text.bytes) / KB, `${display.family}, ${text.family}`).toBeLessThanOrEqual(
        MOST_KB,
      );
});
