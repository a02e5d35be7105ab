import { insidePath } from '#src/platform/routing/href.ts';

/** Files of a preview besides those of the site. */
export const PREVIEW_FOLDER = '/preview';
export const SNAPSHOT_FILE = `${PREVIEW_FOLDER}/stock.json`;
export const SUGGESTIONS_FILE = `${PREVIEW_FOLDER}/suggestions.json`;
/** Says what is off in a preview; every link to something that is off leads there. */
export const OFF_PAGE = `${PREVIEW_FOLDER}/off.html`;

const PAGE_FILE = '/index.html';

/** `/previews/metro`; a preview at the root of its host has an empty one. */
export type PreviewBase = string;

/** What a preview has no file for: what a person signs in to, pays for or sends, and what a server makes for a query. */
const OFF = [
  /^\/(?:compare|print|sign-in|save-search|online-payment|reservations|value-my-car|checkout-journey|viewed-cars)(?:\/|$)/,
  /^\/(?:parts\/search|spin-to-win|saved-cars\/list|cars\/trade-in)$/,
  /^\/cars\/[^/]+\/(?!index\.html$)/,
  /^\/cars\/[^/]+\.pdf$/,
];

export const isOffInPreview = (path: string): boolean => OFF.some((pattern) => pattern.test(path));

/** The form of an address that opens one: `enquire-now` of `/enquire/enquire-now?car_id=1`. */
export const formOfPath = (path: string): string | undefined => /^\/enquire\/([a-z0-9-]+)$/.exec(path)?.[1];

const hasExtension = (path: string) => /\.[a-z0-9]+$/i.test(path);

/** Whether an address is already one of the preview’s. */
export const isUnderBase = (path: string, base: PreviewBase): boolean =>
  base === '' ? path === '' || path.endsWith('.html') : path === base || path.startsWith(`${base}/`);

/** The site’s own path of an address of the preview: `/cars/x` of `/previews/metro/cars/x/index.html`. */
export function sitePath(path: string, base: PreviewBase): string {
  const inside = base !== '' && isUnderBase(path, base) ? path.slice(base.length) : path;
  return inside.replace(/\/(?:index\.html)?$/, '') || '/';
}

/**
 * Where a preview has what the site has at `address`. Pages are named as files, because not every file host looks for
 * `index.html` in a folder.
 * @param address as the site’s pages and scripts write it; any but a path of the site comes back as it is
 */
export function previewAddress(address: string, base: PreviewBase): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (insidePath(address) === undefined || isUnderBase(path, base)) return address;
  if (isOffInPreview(path)) return base + OFF_PAGE;
  if (hasExtension(path)) return base + path + search + hash;
  return `${base}${path.replace(/\/$/, '')}${PAGE_FILE}${search}${hash}`;
}
