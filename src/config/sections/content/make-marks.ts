import { MAKE_MARKS } from '#src/config/sections/make-marks.data.ts';
import { slugOf } from '#src/config/sections/slug.ts';

/** A make's logo: an outline with a viewBox of 24 units, filled with one colour. */
type MakeMark = { title: string; path: string };

/** The logo of a make, ignoring case and hyphenation; undefined if there is none. */
export const markOfMake = (name: string): MakeMark | undefined => {
  const slug = slugOf(name);
  return Object.hasOwn(MAKE_MARKS, slug) ? MAKE_MARKS[slug] : undefined;
};
