import * as v from 'valibot';
import { LinkSchema, PathSchema, TextSchema } from './primitives.ts';

/** Kinds of settings as dealer files have them. `what` says the effect and names the catalogue entry, "CFG-08: …". */

/** On or off. */
export const flag = (fallback: boolean, what: string) =>
  v.optional(v.pipe(v.boolean(), v.description(what)), fallback);

/** A whole number within bounds, unit said in `what`. */
export const whole = (fallback: number, [least, most]: readonly [number, number], what: string) =>
  v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most), v.description(what)),
    fallback,
  );

/** One of a few words. */
export const choice = <const T extends readonly [string, ...string[]]>(
  choices: T,
  fallback: T[number],
  what: string,
) => v.optional(v.pipe(v.picklist(choices, `one of ${choices.join(', ')}`), v.description(what)), fallback);

export const words = (what: string) => v.pipe(TextSchema, v.description(what));
export const maybeWords = (what: string) => v.optional(words(what));
export const wordsOr = (fallback: string, what: string) => v.optional(words(what), fallback);

export const link = (what: string) => v.pipe(LinkSchema, v.description(what));
export const maybeLink = (what: string) => v.optional(link(what));
export const maybePath = (what: string) => v.optional(v.pipe(PathSchema, v.description(what)));

/** Absent is empty. */
export const list = <S extends v.GenericSchema>(item: S, what: string) =>
  v.optional(v.pipe(v.array(item), v.description(what)), []);

/** A picture: a file under public/ or a full address, and what it shows. */
export const PictureSchema = v.strictObject({
  url: link('File of the site, "/pictures/yard.webp", or a full https address'),
  alt: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(300),
      v.description('What the picture shows; empty for a picture that only decorates'),
    ),
    '',
  ),
});
export const maybePicture = (what: string) => v.optional(v.pipe(PictureSchema, v.description(what)));
