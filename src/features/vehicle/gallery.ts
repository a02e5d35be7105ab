/** Opens a slide of a gallery; `go` moves the strip to a slide. */
type OpenSlides = (gallery: HTMLElement, strip: HTMLElement, go: (to: number) => void) => void;

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** A slide is the current one once this much of it is in view. */
const SHOWN_RATIO = 0.6;

const scrollBehavior = (): ScrollBehavior => (matchMedia(REDUCED_MOTION).matches ? 'auto' : 'smooth');

/** The strip of thumbnails scrolls to centre this one, unless another has the focus; the page does not scroll. */
function followThumb(thumb: HTMLElement): void {
  const strip = thumb.closest('ul');
  if (!strip) return;
  const focused = document.activeElement;
  if (focused !== thumb && strip.contains(focused)) return;
  const { left, width } = thumb.getBoundingClientRect();
  const frame = strip.getBoundingClientRect();
  strip.scrollBy({ left: left + width / 2 - frame.left - frame.width / 2, behavior: scrollBehavior() });
}

function enhance(gallery: HTMLElement, openSlides: OpenSlides): void {
  const strip = gallery.querySelector<HTMLElement>('[data-gallery-strip]');
  if (!strip) return;
  const slides = [...gallery.querySelectorAll('[data-gallery-slide]')];
  const thumbs = [...gallery.querySelectorAll<HTMLElement>('[data-gallery-thumb]')];
  const arrows = [...gallery.querySelectorAll<HTMLButtonElement>('[data-gallery-step]')];
  let shown = 0;

  function go(to: number): void {
    const [start = 0, left = 0] = [slides[0], slides[to]].map((slide) => slide?.getBoundingClientRect().left);
    strip?.scrollTo({ left: left - start, behavior: scrollBehavior() });
  }

  function show(index: number): void {
    shown = index;
    for (const [at, thumb] of thumbs.entries()) {
      if (at === index) {
        thumb.setAttribute('aria-current', 'true');
        followThumb(thumb);
      } else thumb.removeAttribute('aria-current');
    }
    for (const arrow of arrows) {
      const next = index + Number(arrow.dataset.galleryStep);
      // Not `disabled`: that would take the focus from anyone who reaches the end by keyboard.
      arrow.setAttribute('aria-disabled', String(next < 0 || next >= slides.length));
    }
  }

  for (const arrow of arrows) {
    arrow.hidden = false;
    arrow.addEventListener('click', () => {
      const to = shown + Number(arrow.dataset.galleryStep);
      if (to >= 0 && to < slides.length) go(to);
    });
  }
  for (const [at, thumb] of thumbs.entries()) {
    thumb.addEventListener('click', (event) => {
      // Without this script the link jumps to the photo; with it the page does not scroll.
      event.preventDefault();
      go(at);
    });
  }
  openSlides(gallery, strip, go);
  // VDP-01: a gallery that was left is reset. While hidden it cannot scroll.
  gallery.closest('[data-view]')?.addEventListener('forecourt:view', (event) => {
    if (!(event instanceof CustomEvent) || (event.detail as { mode?: string }).mode !== 'images') return;
    strip.scrollTo({ left: 0, behavior: 'instant' });
    show(0);
  });
  const watcher = new IntersectionObserver(
    (entries) => {
      const visible = entries.find((entry) => entry.isIntersecting);
      if (visible) show(slides.indexOf(visible.target));
    },
    { root: strip, threshold: SHOWN_RATIO },
  );
  for (const slide of slides) watcher.observe(slide);
  show(0);
}

const PARTS = ['strip', 'slide', 'step', 'thumb'].map((part) => `[data-gallery-${part}]`).join();

/** ERR-06: a part outside every gallery would not work; the console names it. */
function refuseStrayParts(): void {
  const stray = [...document.querySelectorAll(PARTS)].find((part) => !part.closest('[data-gallery]'));
  if (stray) throw new Error(`This part of a gallery is outside [data-gallery]: ${stray.outerHTML}`);
}

/**
 * Arrows and thumbnails of galleries; the strip itself scrolls and snaps without scripts (decision 35).
 * @throws Error if a part is outside a gallery; all galleries still work
 */
export function startGalleries(openSlides: OpenSlides): void {
  for (const gallery of document.querySelectorAll<HTMLElement>('[data-gallery]'))
    enhance(gallery, openSlides);
  refuseStrayParts();
}
