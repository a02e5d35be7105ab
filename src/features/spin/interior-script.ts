import { isPlainClick } from '#src/ui/plain-click.ts';

/** A look inside: pictures and pages of others are loaded on a click and not before. */

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
        // The wide picture stays, which can be scrolled.
        isStarted = false;
        console.warn('The panorama could not be shown:', error);
      })
      .finally(() => {
        root.ariaBusy = null;
      });
  };
  // Chosen, or pressed: nothing is loaded by the pointer passing over.
  root.closest('[data-view]')?.addEventListener('forecourt:view', (event) => {
    if (event instanceof CustomEvent && (event.detail as { mode?: string }).mode === 'interior') start();
  });
  root.addEventListener('pointerdown', start, { passive: true });
  // Chosen before this script came.
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
