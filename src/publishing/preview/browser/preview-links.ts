import { formOfPath, OFF_PAGE, previewAddress, sitePath } from '#src/server/routes/preview-addresses.ts';

/** Where the preview is served. */
export type PreviewLocation = { base: string; here: string };

/** Fragments that only a server can render. */
const PARTS = /^\/(?:cars\/[^/]+\/(?:similar|view\.json)|viewed-cars|saved-cars\/list)$/;

/** Maps a requested address to a preview file; undefined if there is none. */
export function toPreviewFile(address: string, { base }: PreviewLocation): string | undefined {
  const [path = ''] = address.split('?', 1);
  if (PARTS.test(path)) return undefined;
  const mapAddresses = previewAddress(address, base);
  return mapAddresses === base + OFF_PAGE ? undefined : mapAddresses;
}

const CAR = 'car_id';

/**
 * Forms about vehicles share one file, so the vehicle is read from the address and added to the lead unless the form
 * has set it.
 */
export function formCar(path: string, init: RequestInit | undefined): RequestInit | undefined {
  const car = new URLSearchParams(location.search).get(CAR);
  const isForm = formOfPath(sitePath(location.pathname, document.documentElement.dataset.previewBase ?? ''));
  if (!path.startsWith('/api/leads/') || car === null || isForm === undefined) return init;
  const values = JSON.parse(String(init?.body)) as Record<string, string>;
  return values[CAR] ? init : { ...init, body: JSON.stringify({ ...values, [CAR]: car }) };
}

const MESSAGE = 'This is off in the preview: nothing was sent.';
const HTML_PART = /\/similar$|^\/viewed-cars$|^\/saved-cars\/list$/;

/**
 * Response for disabled features. Rows of cards get an empty one; others an error and the address of the page that
 * explains it.
 */
export const offResponse = (path: string, { base }: Pick<PreviewLocation, 'base'>): Response =>
  HTML_PART.test(path) && !path.startsWith('/api/')
    ? new Response('', { headers: { 'content-type': 'text/html' } })
    : Response.json(
        { error: { code: 'off_in_preview', message: MESSAGE }, location: base + OFF_PAGE },
        { status: 503 },
      );

const ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'srcset', 'poster', 'action']);

const SETTERS = [
  [HTMLAnchorElement, 'href'],
  [HTMLLinkElement, 'href'],
  [HTMLImageElement, 'src'],
  [HTMLImageElement, 'srcset'],
  [HTMLSourceElement, 'srcset'],
  [HTMLScriptElement, 'src'],
  [HTMLIFrameElement, 'src'],
  [HTMLVideoElement, 'src'],
] as const;

/** Some addresses include the host. */
const mapAddress = (address: string, { base, here }: PreviewLocation): string =>
  address.startsWith(`${here}/`)
    ? here + previewAddress(address.slice(here.length), base)
    : previewAddress(address, base);

/** Handles single addresses and `srcset`. */
const mapped = (text: string, place: PreviewLocation): string =>
  text
    .split(/(,\s+)/)
    .map((part) => part.replace(/^\S+/, (address) => mapAddress(address, place)))
    .join('');

/** Rewrites site addresses that scripts write into elements, before they can be followed. */
function watchElements(place: PreviewLocation): void {
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function setAttribute(name: string, value: string) {
    set.call(this, name, ATTRIBUTES.has(name.toLowerCase()) ? mapped(String(value), place) : value);
  };
  for (const [element, name] of SETTERS) {
    const own = Object.getOwnPropertyDescriptor(element.prototype, name);
    if (!own?.set) continue;
    Object.defineProperty(element.prototype, name, {
      ...own,
      set(value: unknown) {
        own.set?.call(this, mapped(String(value), place));
      },
    });
  }
}

/** Rewrites addresses that searches push into the history. */
function watchHistory({ base }: PreviewLocation): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const own = history[name].bind(history);
    history[name] = (state, unused, url) =>
      own(state, unused, typeof url === 'string' ? previewAddress(url, base) : url);
  }
}

type Navigation = EventTarget & {
  addEventListener(
    type: 'navigate',
    listen: (event: Event & { destination: { url: string }; canIntercept: boolean }) => void,
  ): void;
};

/** Redirects script navigations to the preview. */
function watchNavigation({ base, here }: PreviewLocation): void {
  const navigation = Reflect.get(window, 'navigation') as Navigation | undefined;
  navigation?.addEventListener('navigate', (event) => {
    const { origin, pathname, search, hash } = new URL(event.destination.url);
    if (origin !== here) return;
    const to = previewAddress(pathname + search + hash, base);
    if (to === pathname + search + hash || !event.cancelable) return;
    event.preventDefault();
    location.assign(to);
  });
}

export function watchAddresses(place: PreviewLocation): void {
  document.documentElement.dataset.previewBase = place.base;
  watchElements(place);
  watchHistory(place);
  watchNavigation(place);
  // A folder's own address is the same page; scripts compare paths.
  if (location.pathname.endsWith('/'))
    history.replaceState(
      history.state,
      '',
      `${location.pathname}index.html${location.search}${location.hash}`,
    );
}
