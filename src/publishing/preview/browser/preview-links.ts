import { formOfPath, OFF_PAGE, previewAddress, sitePath } from '#src/server/routes/preview-addresses.ts';

/** Where the preview is. */
export type Place = { base: string; here: string };

/** Parts of pages that only a server makes. */
const PARTS = /^\/(?:cars\/[^/]+\/(?:similar|view\.json)|viewed-cars|saved-cars\/list)$/;

/** The file of an address that a script asks for; undefined where the preview has none. */
export function toPlace(address: string, { base }: Place): string | undefined {
  const [path = ''] = address.split('?', 1);
  if (PARTS.test(path)) return undefined;
  const placed = previewAddress(address, base);
  return placed === base + OFF_PAGE ? undefined : placed;
}

const CAR = 'car_id';

/**
 * A form about a vehicle is one file for all vehicles: its address has the vehicle. The lead names it, unless the form
 * did.
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
 * For what is off. Rows of cards get none; everything else the error that its script can show, and the page that a
 * script without room for it can lead to.
 */
export const offResponse = (path: string, { base }: Pick<Place, 'base'>): Response =>
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

/** Some addresses are whole, with the host in front. */
const placedOne = (address: string, { base, here }: Place): string =>
  address.startsWith(`${here}/`)
    ? here + previewAddress(address.slice(here.length), base)
    : previewAddress(address, base);

/** An address, or a list of them with a width behind each. */
const placed = (text: string, place: Place): string =>
  text
    .split(/(,\s+)/)
    .map((part) => part.replace(/^\S+/, (address) => placedOne(address, place)))
    .join('');

/** Scripts write addresses of the site into elements; they become those of the preview before a browser follows them. */
function watchElements(place: Place): void {
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function setAttribute(name: string, value: string) {
    set.call(this, name, ATTRIBUTES.has(name.toLowerCase()) ? placed(String(value), place) : value);
  };
  for (const [element, name] of SETTERS) {
    const own = Object.getOwnPropertyDescriptor(element.prototype, name);
    if (!own?.set) continue;
    Object.defineProperty(element.prototype, name, {
      ...own,
      set(value: unknown) {
        own.set?.call(this, placed(String(value), place));
      },
    });
  }
}

/** Searches write their address into the history. */
function watchHistory({ base }: Place): void {
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

/** A script that leads to an address of the site leads to the preview’s. */
function watchNavigation({ base, here }: Place): void {
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

export function watchAddresses(place: Place): void {
  document.documentElement.dataset.previewBase = place.base;
  watchElements(place);
  watchHistory(place);
  watchNavigation(place);
  // A folder’s own address is the same page; scripts compare paths.
  if (location.pathname.endsWith('/'))
    history.replaceState(
      history.state,
      '',
      `${location.pathname}index.html${location.search}${location.hash}`,
    );
}
