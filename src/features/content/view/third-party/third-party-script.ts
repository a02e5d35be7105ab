import { loadScript } from '#src/platform/ui/dom/dom-parts.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';

/**
 * Loads third-party scripts only on click (`data-load-script`). If a script fails to load, the link is followed and a
 * warning is logged.
 */
document.addEventListener('click', async (click) => {
  const { target } = click;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-load-script]') : null;
  const address = link?.dataset.loadScript;
  if (!link || !address || !isPlainClick(click)) return;
  click.preventDefault();
  if (link.ariaBusy === 'true') return;
  link.ariaBusy = 'true';
  try {
    await loadScript(address);
    for (const same of document.querySelectorAll<HTMLElement>(
      `[data-load-script="${CSS.escape(address)}"]`,
    )) {
      delete same.dataset.loadScript;
      same.hidden = same.dataset.isReplaced !== undefined;
    }
  } catch (error) {
    console.warn(`${link.textContent?.trim()} could not be loaded:`, error);
    location.assign(link.href);
  } finally {
    link.ariaBusy = null;
  }
});

/** Lazy loading is insufficient: browsers load frames immediately without JavaScript or for printing. */
for (const slot of document.querySelectorAll<HTMLDetailsElement>('[data-third-party]')) {
  const load = () => {
    const frame = slot.querySelector<HTMLIFrameElement>('iframe:not([src])');
    if (slot.open && frame?.dataset.src) frame.src = frame.dataset.src;
  };
  slot.addEventListener('toggle', load);
  // Opened before this script loaded.
  load();
}
