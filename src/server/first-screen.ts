import { type LeadPicture, preloadOf } from '#src/domain/image/lead-picture.ts';

const TITLE = '<title>';
/** As Astro writes them. */
const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;

/**
 * What a shopper sees first comes first over a thin line: the largest picture is asked for before typefaces and
 * styles; scripts, of which no page needs one to be read, wait for `src/layouts/later-scripts.ts`.
 * @param html a whole page
 * @param leadPicture as the page drew it; without one the head stays as it is
 */
export function hastenFirstScreen(html: string, leadPicture?: LeadPicture): string {
  const preload = leadPicture ? preloadOf(leadPicture) : '';
  return html
    .replace(TITLE, () => `${preload}${TITLE}`)
    .replace(MODULE_SCRIPT, '<template data-module="$1"></template>');
}
