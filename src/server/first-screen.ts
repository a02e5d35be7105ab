/** The picture marked as the largest of the first screen, up to its `<img>`. */
const LEAD_PICTURE = /<picture\b[^>]*>(?<sources>(?:\s*<source\b[^>]*>)*)\s*<img\b[^>]*fetchpriority="high"/i;
const FIRST_SOURCE = /<source\b(?<attributes>[^>]*)>/i;
const BEFORE_TITLE = /(?=<title>)/;

/** As Astro writes them. */
const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;

/** An attribute's value as it stands in the HTML, still escaped. */
const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(attributes)?.[1];

function preloadOf(html: string): string | undefined {
  const sources = LEAD_PICTURE.exec(html)?.groups?.sources ?? '';
  const source = FIRST_SOURCE.exec(sources)?.groups?.attributes ?? '';
  const [type, srcset, sizes] = ['type', 'srcset', 'sizes'].map((name) => attribute(source, name));
  if (!srcset) return undefined;
  return `<link rel="preload" as="image" type="${type}" imagesrcset="${srcset}" imagesizes="${sizes ?? '100vw'}" fetchpriority="high">`;
}

/**
 * What a shopper sees first comes first over a thin line: the largest picture is asked for with the first bytes of
 * the page, before typefaces and styles; scripts, of which no page needs one to be read, wait for
 * `src/layouts/later-scripts.ts`.
 * @param html a whole page
 */
export function hastenFirstScreen(html: string): string {
  const preload = preloadOf(html);
  const hastened = preload ? html.replace(BEFORE_TITLE, () => preload) : html;
  return hastened.replace(MODULE_SCRIPT, '<template data-module="$1"></template>');
}
