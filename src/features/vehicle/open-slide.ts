import { isPlainClick } from '#src/ui/plain-click.ts';
import { isPlayable, playVideo } from './play-video.ts';

/** Swiper and the viewer load on the first touch of the strip, and wait for the press that opens it. */
export function openSlides(gallery: HTMLElement, strip: HTMLElement, go: (to: number) => void): void {
  const load = () => import('./gallery-viewer.ts');
  for (const gesture of ['pointerdown', 'focusin'])
    strip.addEventListener(gesture, () => void load().catch(() => undefined), { once: true, passive: true });
  strip.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a');
    if (!link || !isPlainClick(event)) return;
    const { video, whole } = link.dataset;
    if (isPlayable(video)) {
      event.preventDefault();
      playVideo(link);
    } else if (whole !== undefined) {
      event.preventDefault();
      load()
        .then(({ openViewer }) => {
          // Pressed twice while it loaded.
          if (!document.querySelector('.viewer')) openViewer(gallery, link, go);
        })
        .catch((error: unknown) => {
          console.warn('The viewer could not be loaded:', error);
          location.assign(link.href);
        });
    }
  });
}
