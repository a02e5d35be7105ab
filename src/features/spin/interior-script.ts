import { isPlainClick } from '#src/ui/plain-click.ts';

/** The inside view: panoramas and third-party pages are loaded only on a click. */

const startPanorama = (root: HTMLElement) =>
  import('./panorama.ts').then(({ openPanorama }) => openPanorama(root));

for (const root of document.querySelectorAll<HTMLElement>('[data-panorama]')) {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    root.ariaBusy = 'true';
    startPanorama(root)
      .catch((error: unknown) => {
        // The wide picture stays and can be scrolled.
        isStarted = false;
        console.warn('The panorama could not be shown:', error);
      })
      .finally(() => {
        root.ariaBusy = null;
      });
  };
  // Selected or pressed: a passing pointer loads nothing.
  root.closest('[data-view]')?.addEventListener('forecourt:view', (event) => {
    if (event instanceof CustomEvent && (event.detail as { mode?: string }).mode === 'interior') start();
  });
  root.addEventListener('pointerdown', start, { passive: true });
  // Selected before this script loaded.
  if (root.closest('[data-views]')?.querySelector('[data-view-mode][value="interior"]:checked')) start();
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-framed]')) {
  link.addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = link.dataset.framed ?? '';
    frame.title = link.textContent.trim();
    frame.className = link.className;
    frame.allowFullscreen = true;
    link.replaceWith(frame);
    frame.focus();
  });
}
