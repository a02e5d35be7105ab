import { MAKE_MARKS } from '#src/config/sections/make-marks.data.ts';
import { slugOf } from '#src/config/sections/slug.ts';

/** A make's mark: an outline in a square of 24 units, to be filled with one colour. */
export type MakeMark = { title: string; path: string };

/** The logo of the make of that name, in any case or hyphenation; undefined if there is none. */
export const markOfMake = (name: string): MakeMark | undefined => {
  const slug = slugOf(name);
  return Object.hasOwn(MAKE_MARKS, slug) ? MAKE_MARKS[slug] : undefined;
};
