import { MARK_FILES } from 'virtual:drawings';
import { slugOf } from '#src/config/sections/slug.ts';

/** The slug of a make whose mark is drawn beside its name; undefined if there is none. */
export function markSlug(name: string): string | undefined {
  const slug = slugOf(name);
  return Object.hasOwn(MARK_FILES, slug) ? slug : undefined;
}

/** The address of a mark, for elements with `data-mark`, whose sheet draws `--mark`. */
export const markRule = (slug: string): string => `[data-mark="${slug}"]{--mark:url(${MARK_FILES[slug]})}`;
