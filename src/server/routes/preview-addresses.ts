import { insidePath } from '#src/platform/routing/href.ts';

export const PREVIEW_FOLDER = '/preview';
export const SNAPSHOT_FILE = `${PREVIEW_FOLDER}/stock.json`;
export const SUGGESTIONS_FILE = `${PREVIEW_FOLDER}/suggestions.json`;
/** Lists what is off in a preview; links to disabled features lead here. */
export const OFF_PAGE = `${PREVIEW_FOLDER}/off.html`;

const PAGE_FILE = '/index.html';

/** `/previews/metro`; empty for a preview at the root of its host. */
export type PreviewBase = string;

/** Paths without a file in previews: sign-in, payments, forms, and responses that depend on a query. */
const OFF = [
  /^\/(?:compare|print|sign-in|save-search|online-payment|reservations|value-my-car|checkout-journey|viewed-cars)(?:\/|$)/,
  /^\/(?:parts\/search|spin-to-win|saved-cars\/list|cars\/trade-in)$/,
  /^\/cars\/[^/]+\/(?!index\.html$)/,
  /^\/cars\/[^/]+\.pdf$/,
];

export const isOffInPreview = (path: string): boolean => OFF.some((pattern) => pattern.test(path));

/** The form of an enquiry address: `enquire-now` for `/enquire/enquire-now?car_id=1`. */
export const formOfPath = (path: string): string | undefined => /^\/enquire\/([a-z0-9-]+)$/.exec(path)?.[1];

const hasExtension = (path: string) => /\.[a-z0-9]+$/i.test(path);

const isUnderBase = (path: string, base: PreviewBase): boolean =>
  base === '' ? path === '' || path.endsWith('.html') : path === base || path.startsWith(`${base}/`);

/** Maps a preview address to the site's path: `/cars/x` for `/previews/metro/cars/x/index.html`. */
export function sitePath(path: string, base: PreviewBase): string {
  const inside = base !== '' && isUnderBase(path, base) ? path.slice(base.length) : path;
  return inside.replace(/\/(?:index\.html)?$/, '') || '/';
}

/**
 * Maps a site address to the preview. Pages are named as files, because not every file host serves `index.html` for a
 * folder.
 * @param address as written by the site's pages and scripts; returned unchanged unless it is a path of the site
 */
export function previewAddress(address: string, base: PreviewBase): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (insidePath(address) === undefined || isUnderBase(path, base)) return address;
  if (isOffInPreview(path)) return base + OFF_PAGE;
  if (hasExtension(path)) return base + path + search + hash;
  return `${base}${path.replace(/\/$/, '')}${PAGE_FILE}${search}${hash}`;
}
