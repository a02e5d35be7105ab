import { type LeadPicture, preloadOf } from '#src/domain/image/lead-picture.ts';
import { type Edit, edited, exactText, replacements } from './page-bytes.ts';

const TITLE = '<title>';
const SCRIPT_END = '</script>';
const MODULE_SCRIPT = '<script type="module" src="';
/** As Astro writes it. */
const WHOLE_MODULE_SCRIPT = /^<script type="module" src="([^"]+)"><\/script>$/;
/** The marker of `src/ui/AtGesture.astro`. */
const MARKER = '<template data-at-gesture';
/** The marker and the script behind it, which has been put off. */
const MARKED_SCRIPT =
  /^<template( data-at-gesture(?:="[^"]*")?)><\/template>\s*<script type="module" src="([^"]+)"><\/script>$/;
const ISLANDS_AT_GESTURE = ' data-at-gesture="islands"';
/** How scripts of Astro begin. */
const ASTRO_SCRIPT = '<script>(()=>{';
/** The island runtime, and the directive that hydrates islands. */
const ISLAND_RUNTIME = /astro:intent|"astro-island"/;

/**
 * Loads the first screen first on a slow line: the largest picture is requested before typefaces and styles; scripts,
 * which no page needs to be readable, wait for `src/layouts/later-scripts.ts`.
 * @param page complete
 * @param leadPicture as rendered by the page; without one the head is unchanged
 */
export function hastenFirstScreen(page: Buffer, leadPicture?: LeadPicture): Buffer {
  return edited(page, editsOf(page, leadPicture));
}

function* editsOf(page: Buffer, leadPicture: LeadPicture | undefined): Generator<Edit> {
  const title = page.indexOf(TITLE);
  if (leadPicture && title >= 0) yield { from: title, to: title, text: exactText(preloadOf(leadPicture)) };
  yield* replacements(page, MARKER, SCRIPT_END, (element) => {
    const [, mark, address] = MARKED_SCRIPT.exec(element) ?? [];
    return address && `<template data-module="${address}"${mark}></template>`;
  });
  // Those of the marked ones begin inside them.
  yield* replacements(page, MODULE_SCRIPT, SCRIPT_END, (element) => {
    const [, address] = WHOLE_MODULE_SCRIPT.exec(element) ?? [];
    return address && `<template data-module="${address}"></template>`;
  });
  if (!page.includes(ISLANDS_AT_GESTURE)) return;
  yield* replacements(page, ASTRO_SCRIPT, SCRIPT_END, (element) =>
    ISLAND_RUNTIME.test(element) ? '' : undefined,
  );
}
