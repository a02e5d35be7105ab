const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** A slide counts as the one shown once this much of it is in view. */
const SHOWN_RATIO = 0.6;

function enhance(gallery: HTMLElement): void {
  const strip = gallery.querySelector<HTMLElement>('[data-gallery-strip]');
  if (!strip) return;
  const slides = [...gallery.querySelectorAll('[data-gallery-slide]')];
  const thumbs = [...gallery.querySelectorAll<HTMLElement>('[data-gallery-thumb]')];
  const arrows = [...gallery.querySelectorAll<HTMLButtonElement>('[data-gallery-step]')];
  let shown = 0;

  function go(to: number): void {
    const behavior = matchMedia(REDUCED_MOTION).matches ? 'auto' : 'smooth';
    strip?.scrollTo({ left: to * strip.clientWidth, behavior });
  }

  function show(index: number): void {
    shown = index;
    for (const [at, thumb] of thumbs.entries()) {
      if (at === index) thumb.setAttribute('aria-current', 'true');
      else thumb.removeAttribute('aria-current');
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
      // Without this script the link jumps to the photo; with it the page stays where it is.
      event.preventDefault();
      go(at);
    });
  }
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

/** ERR-06: a part that stands in no gallery would be dead to shoppers; the console says which one. */
function refuseStrayParts(): void {
  const stray = [...document.querySelectorAll(PARTS)].find((part) => !part.closest('[data-gallery]'));
  if (stray) throw new Error(`This part of a gallery is outside [data-gallery]: ${stray.outerHTML}`);
}

/**
 * Arrows and thumbnails that slide; the strip itself scrolls and snaps without them.
 * @throws Error where a part of a gallery stands outside one; every gallery works all the same
 */
export function startGalleries(): void {
  for (const gallery of document.querySelectorAll<HTMLElement>('[data-gallery]')) enhance(gallery);
  refuseStrayParts();
}
