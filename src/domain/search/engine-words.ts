import { SYNONYM_GROUPS } from './synonyms.data.ts';

const MEANINGS = SYNONYM_GROUPS.flatMap(({ words, isOneMeaning }) => {
  const [first, ...others] = isOneMeaning ? words : [];
  return first === undefined ? [] : others.map((word) => [new RegExp(`\\b${word}\\b`, 'gi'), first] as const);
});

/** `CR-V`, `mu-x`: a name whose parts say nothing apart. */
const SHORT_PARTS = /(?<![\p{L}\p{N}-])(\p{L}{1,2})-(\p{L}{1,2})(?![\p{L}\p{N}-])/gu;

/** The engine forgives a typing error from five letters on, also in a word of letters and digits. */
const LONG_CODE = /(?<!\S)(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{5,}(?!\S)/gi;

/** A shopper's words as the engine finds most by them; names with a hyphen in one word, one word for one meaning. */
export const engineWords = (query: string): string =>
  MEANINGS.reduce((text, [word, first]) => text.replace(word, first), query).replace(SHORT_PARTS, '$1$2');

/** The same with every code in quotes, which is then found as it is written: a Mazda4 is no Mazda3. */
export const withExactCodes = (query: string): string =>
  query.includes('"') ? query : query.replace(LONG_CODE, '"$&"');

const CODE = /^(?=.*\d)[a-z\d]{3,17}$/i;

/** A stock number, registration or VIN however it is spaced, `754-WZV`; undefined where the words are no such code. */
export function codeOf(query: string): string | undefined {
  const joined = query.replace(/[\s-]/g, '');
  return CODE.test(joined) ? joined : undefined;
}
