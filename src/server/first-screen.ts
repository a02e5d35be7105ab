import { type LeadPicture, preloadOf } from '#src/domain/image/lead-picture.ts';

const TITLE = '<title>';
/** As Astro writes them, what `src/ui/AtGesture.astro` writes before some of them included. */
const MODULE_SCRIPT =
  /(?:<template( data-at-gesture(?:="[^"]*")?)><\/template>\s*)?<script type="module" src="([^"]+)"><\/script>/g;
const ISLANDS_AT_GESTURE = ' data-at-gesture="islands"';
/** Astro's runtime of islands, and the directive they wake by. */
const ISLAND_RUNTIME =
  /<script>\(\(\)=>\{(?:(?!<\/script>).)*(?:astro:intent|"astro-island")(?:(?!<\/script>).)*<\/script>/gs;

/**
 * What a shopper sees first comes first over a thin line: the largest picture is asked for before typefaces and
 * styles; scripts, of which no page needs one to be read, wait for `src/layouts/later-scripts.ts`.
 * @param html a whole page
 * @param leadPicture as the page drew it; without one the head stays as it is
 */
export function hastenFirstScreen(html: string, leadPicture?: LeadPicture): string {
  const preload = leadPicture ? preloadOf(leadPicture) : '';
  const page = html
    .replace(TITLE, () => `${preload}${TITLE}`)
    .replace(
      MODULE_SCRIPT,
      (_, when: string = '', address: string) => `<template data-module="${address}"${when}></template>`,
    );
  return page.includes(ISLANDS_AT_GESTURE) ? page.replace(ISLAND_RUNTIME, '') : page;
}
