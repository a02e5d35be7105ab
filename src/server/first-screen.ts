import { type LeadPicture, preloadOf } from '#src/domain/image/lead-picture.ts';

const TITLE = '<title>';
/** Script elements as Astro writes them. */
const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;
/** The marker of `src/ui/AtGesture.astro` before a script that has been put off. */
const SCRIPT_AT_GESTURE =
  /<template( data-at-gesture(?:="[^"]*")?)><\/template>\s*<template data-module="([^"]+)"><\/template>/g;
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
  // Each pattern begins with plain text, which is found several times faster.
  const page = html
    .replace(TITLE, () => `${preload}${TITLE}`)
    .replace(MODULE_SCRIPT, '<template data-module="$1"></template>')
    .replace(SCRIPT_AT_GESTURE, '<template data-module="$2"$1></template>');
  return page.includes(ISLANDS_AT_GESTURE) ? page.replace(ISLAND_RUNTIME, '') : page;
}
