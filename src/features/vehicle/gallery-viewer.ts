import Swiper from 'swiper';
import zoomStyles from 'swiper/css/zoom?inline';
import swiperStyles from 'swiper/css?inline';
import { Keyboard, Zoom } from 'swiper/modules';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { isPlainClick } from '#src/ui/plain-click.ts';
import viewerStyles from './gallery-viewer.css?inline';
import { isPlayable, playVideo, stopVideos } from './play-video.ts';

/** A downward swipe of this many pixels closes the viewer. */
const CLOSING_PX = 90;
const MOST_ZOOM = 4;

type Shown = { link: HTMLAnchorElement; alt: string };

const element = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string, more: object = {}) =>
  Object.assign(document.createElement(tag), { className, ...more });

function slideOf({ link, alt }: Shown): HTMLElement {
  const slide = element('div', 'swiper-slide viewer-slide');
  const { caption } = link.dataset;
  if (link.dataset.video !== undefined) {
    const watch = link.cloneNode(true) as HTMLAnchorElement;
    watch.hidden = false;
    watch.addEventListener('click', (event) => {
      if (!isPlayable(link.dataset.video) || !isPlainClick(event)) return;
      event.preventDefault();
      playVideo(watch);
    });
    slide.append(watch);
    return slide;
  }
  const zoom = element('div', 'swiper-zoom-container');
  const photo = element('img', 'viewer-photo', { alt, decoding: 'async', draggable: false });
  photo.addEventListener('load', () => {
    photo.style.setProperty('--shape', String(photo.naturalWidth / photo.naturalHeight));
  });
  zoom.append(photo);
  slide.append(zoom);
  if (caption) slide.append(element('p', 'viewer-caption', { textContent: caption }));
  return slide;
}

function button(className: string, label: string, path: string): HTMLButtonElement {
  const made = element('button', `viewer-button ${className}`, { type: 'button', ariaLabel: label });
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  drawing.append(line);
  made.append(drawing);
  return made;
}

/** A straight downward swipe closes it, unless zoomed. */
function closeBySwipe(dialog: HTMLDialogElement, stage: HTMLElement, isZoomed: () => boolean): void {
  let from: Touch | undefined;
  const movement = (touch: Touch) => ({
    x: Math.abs(touch.clientX - (from?.clientX ?? 0)),
    y: touch.clientY - (from?.clientY ?? 0),
  });
  stage.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches.length === 1 && !isZoomed() ? touches[0] : undefined;
    },
    { passive: true },
  );
  stage.addEventListener(
    'touchmove',
    ({ touches }) => {
      const [touch] = touches;
      if (!from || !touch || touches.length > 1) return;
      const { x, y } = movement(touch);
      stage.style.translate = y > 0 && y > 2 * x ? `0 ${y}px` : '';
    },
    { passive: true },
  );
  for (const type of ['touchend', 'touchcancel'] as const)
    stage.addEventListener(type, ({ changedTouches }) => {
      const [touch] = changedTouches;
      stage.style.translate = '';
      if (!from || !touch || type === 'touchcancel') return;
      const { x, y } = movement(touch);
      if (y > CLOSING_PX && y > 2 * x) dialog.close();
      from = undefined;
    });
}

/** While two fingers are down they zoom: the first of them would also swipe to another photo. */
function swipeByOneFinger(stage: HTMLElement, swiper: Swiper): void {
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
    stage.addEventListener(
      type,
      ({ touches }) => {
        swiper.allowTouchMove = touches.length === 0 || (swiper.allowTouchMove && touches.length === 1);
      },
      { passive: true },
    );
}

/**
 * VDP-01: the photos one by one, as large as the screen: swiped, zoomed by pinch or double tap, or by keys. The
 * dialog holds the focus, and gives it to the photo that was last shown.
 * @param pressed the photo to begin with
 * @param go moves the strip below to the photo the shopper last viewed
 */
export function openViewer(gallery: HTMLElement, pressed: HTMLAnchorElement, go: (to: number) => void): void {
  adoptStyles(swiperStyles, zoomStyles, viewerStyles);
  stopVideos(gallery);
  const shown: Shown[] = [...gallery.querySelectorAll<HTMLAnchorElement>('[data-gallery-slide] > a')].map(
    (link) => ({ link, alt: link.querySelector('img')?.alt ?? '' }),
  );
  const slides = shown.map(slideOf);
  const dialog = element('dialog', 'viewer', { ariaLabel: `Photos of ${gallery.dataset.galleryName ?? ''}` });
  const stage = element('div', 'swiper viewer-stage');
  const wrapper = element('div', 'swiper-wrapper');
  const counter = element('p', 'viewer-counter', { role: 'status' });
  const close = button('viewer-close', 'Close', 'M6 6l12 12M18 6L6 18');
  const previous = button('viewer-previous', 'Previous photo', 'M15 5l-7 7 7 7');
  const next = button('viewer-next', 'Next photo', 'M9 5l7 7-7 7');
  wrapper.append(...slides);
  stage.append(wrapper);
  dialog.append(stage, counter, close, previous, next);
  document.body.append(dialog);
  // The browser would scroll to the first focusable element.
  for (const slide of slides) slide.inert = true;
  dialog.showModal();
  close.focus();

  const show = (index: number) => {
    counter.textContent = `${index + 1} of ${slides.length}`;
    previous.ariaDisabled = String(index === 0);
    next.ariaDisabled = String(index === slides.length - 1);
    // Only the photos one swipe away.
    for (const near of [index, index + 1, index - 1]) {
      const photo = slides[near]?.querySelector<HTMLImageElement>('.viewer-photo');
      if (photo?.srcset !== '') continue;
      photo.sizes = '100vw';
      photo.srcset = shown[near]?.link.dataset.whole ?? '';
    }
    for (const [at, slide] of slides.entries()) slide.inert = at !== index;
  };
  const swiper = new Swiper(stage, {
    modules: [Zoom, Keyboard],
    initialSlide: Math.max(
      0,
      shown.findIndex(({ link }) => link === pressed),
    ),
    speed: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250,
    zoom: { maxRatio: MOST_ZOOM },
    keyboard: { enabled: true },
    on: { init: ({ activeIndex }) => show(activeIndex), slideChange: ({ activeIndex }) => show(activeIndex) },
  });
  previous.addEventListener('click', () => swiper.slidePrev());
  next.addEventListener('click', () => swiper.slideNext());
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === '+' || key === '=') swiper.zoom.in();
    if (key === '-') swiper.zoom.out();
  });
  swipeByOneFinger(stage, swiper);
  closeBySwipe(dialog, stage, () => swiper.zoom.scale > 1);
  dialog.addEventListener('close', () => {
    const last = swiper.activeIndex;
    go(last);
    swiper.destroy();
    dialog.remove();
    shown[last]?.link.focus({ preventScroll: true });
  });
}
