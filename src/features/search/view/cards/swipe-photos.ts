import type { CardPhotos } from '#src/features/search/api/vehicle-cards.ts';
import { cardPhotosPath } from '#src/features/vehicle/vehicle-paths.ts';
import { $swipedPhotos } from './swiped-photos.store.ts';

type Photo = CardPhotos['photos'][number];
/** The first and, if it has ended, the last event of a touch. */
export type TouchEvents = { began: TouchEvent; ended?: TouchEvent | undefined };

const CARD = '.search-results .vehicle-card';
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** A shorter movement is a tap or the start of a scroll. */
const SLOP_PX = 10;
/** Share of the picture's width; after a shorter swipe it springs back. */
const MIN_SWIPE_SHARE = 0.2;
const SLIDE_MS = 220;

const photosByCard = new WeakMap<Element, Promise<readonly Photo[]>>();

const addressOf = (card: Element) =>
  card.querySelector<HTMLAnchorElement>('.vehicle-card-title a')?.pathname ?? '';

/** Requested at the first swipe; a failed request is retried at the next. */
function photosOf(card: Element): Promise<readonly Photo[]> {
  const address = addressOf(card);
  const photos =
    photosByCard.get(card) ??
    fetch(cardPhotosPath(address.slice(address.lastIndexOf('/') + 1))).then(async (response) => {
      if (!response.ok) throw new Error(`The response is ${response.status}`);
      return ((await response.json()) as CardPhotos).photos;
    });
  photosByCard.set(card, photos);
  photos.catch(() => photosByCard.delete(card));
  return photos;
}

function showPhoto(picture: ParentNode, { sources, src }: Photo): HTMLImageElement | null {
  for (const [at, source] of picture.querySelectorAll('source').entries()) source.srcset = sources[at] ?? '';
  const image = picture.querySelector('img');
  if (image) image.src = src;
  return image;
}

/** Loads the next or previous photo; resolves to undefined if there is none. */
async function loadBeside(card: Element, step: number) {
  const at = ($swipedPhotos.get()[addressOf(card)]?.at ?? 0) + step;
  const photos = await photosOf(card);
  const photo = photos[at];
  const copy = card.querySelector('picture')?.cloneNode(true) as Element | undefined;
  if (!photo || !copy) return undefined;
  const image = showPhoto(copy, photo);
  if (image) image.loading = 'eager';
  await image?.decode();
  return { at, photo, of: photos.length };
}

const slide = (image: Element, from: string) => {
  if (!matchMedia(REDUCED_MOTION).matches)
    image.animate([{ translate: from }, { translate: '0' }], { duration: SLIDE_MS, easing: 'ease-out' });
};

async function changePhoto(card: Element, image: Element, { step, loading }: Swipe) {
  const next = await loading.catch(() => undefined);
  if (!next) return;
  $swipedPhotos.setKey(addressOf(card), next);
  slide(image, `${step * 100}%`);
}

/** `step` is 1 for the next photo, -1 for the previous one. */
type Swipe = { step: 1 | -1; loading: ReturnType<typeof loadBeside> };

/** Shows the next or previous photo on a swipe over the picture of a card. */
export function followTouch({ began, ended }: TouchEvents): void {
  const card = began.target instanceof Element ? began.target.closest(CARD) : null;
  const image = card?.querySelector<HTMLElement>('picture img');
  const [from] = began.touches.length === 1 ? began.touches : [];
  if (!card?.querySelector('.vehicle-card-photos') || !image || !from) return;
  const { bottom, right, width } = image.getBoundingClientRect();
  // The target is the link, which covers the whole card.
  if (from.clientY > bottom || from.clientX > right) return;
  let swipe: Swipe | undefined;
  const stop = new AbortController();
  const listening = { signal: stop.signal, passive: true };

  function move({ changedTouches: [touch] }: TouchEvent): number {
    if (!touch || !from || !image || !card) return 0;
    const [x, y] = [touch.clientX - from.clientX, touch.clientY - from.clientY];
    if (!swipe && Math.max(Math.abs(x), Math.abs(y)) > SLOP_PX) {
      const step = x < 0 ? 1 : -1;
      if (Math.abs(y) > Math.abs(x)) stop.abort();
      else swipe = { step, loading: loadBeside(card, step) };
    }
    if (swipe) image.style.translate = `${x}px`;
    return x;
  }

  function end(event: TouchEvent): void {
    stop.abort();
    const x = move(event);
    if (!swipe || !image || !card) return;
    image.style.translate = '';
    const isFar = Math.abs(x) > width * MIN_SWIPE_SHARE && Math.sign(x) === -swipe.step;
    if (isFar) void changePhoto(card, image, swipe);
    else slide(image, `${x}px`);
    swipe.loading.catch(() => undefined);
  }

  if (ended) {
    end(ended);
    return;
  }
  document.addEventListener('touchmove', move, listening);
  document.addEventListener('touchend', end, listening);
  document.addEventListener('touchcancel', end, listening);
}

document.addEventListener('touchstart', (began) => followTouch({ began }), { passive: true });
