import { type LeadPicture, preloadOf } from '#src/domain/image/lead-picture.ts';

const TITLE = '<title>';
/** Script elements as Astro writes them, including the marker of `src/ui/AtGesture.astro` before some. */
const MODULE_SCRIPT =
  /(?:<template( data-at-gesture(?:="[^"]*")?)><\/template>\s*)?<script type="module" src="([^"]+)"><\/script>/g;
const ISLANDS_AT_GESTURE = ' data-at-gesture="islands"';
/** Astro's island runtime, and the directive that hydrates islands. */
const ISLAND_RUNTIME =
  /<script>\(\(\)=>\{(?:(?!<\/script>).)*(?:astro:intent|"astro-island")(?:(?!<\/script>).)*<\/script>/gs;

/**
 * Loads the first screen first on a slow line: the largest picture is requested before typefaces and styles; scripts,
 * which no page needs to be readable, wait for `src/layouts/later-scripts.ts`.
 * @param html a complete page
 * @param leadPicture as rendered by the page; without one the head is unchanged
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
