import { isPlainClick } from '#src/ui/plain-click.ts';
import { inlineScript } from './inline-script.ts';

/**
 * Runs inline in the page: it receives what it uses as arguments. A link works alone, but a script does more with it:
 * that of its island (`data-once-awake`), or those that load at the first gesture (`data-once-run`). A press before
 * that is repeated after it. If the script does not come, the link is followed.
 */
function holdPresses(isPlain: typeof isPlainClick): void {
  const MOST_PATIENCE_MS = 8000;
  const AGAIN_MS = 20;
  let held: Element | undefined;
  const hold = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !isPlain(event)) return;
    const link = event.target.closest<HTMLAnchorElement>('[data-once-awake],[data-once-run]');
    const isInline = () =>
      link?.matches('[data-once-run]')
        ? document.querySelector('template[data-module]')
        : link?.closest('astro-island[ssr]');
    if (!link || !isInline()) return;
    event.preventDefault();
    if (held === link) return;
    held = link;
    const last = performance.now() + MOST_PATIENCE_MS;
    const again = () => {
      // Another was pressed since.
      if (held !== link) return;
      if (isInline() && performance.now() < last) return setTimeout(again, AGAIN_MS);
      held = undefined;
      if (!isInline()) return link.click();
      removeEventListener('click', hold, true);
      location.assign(link.href);
    };
    again();
  };
  addEventListener('click', hold, true);
}

export const HELD_PRESSES = inlineScript(`(${holdPresses})(${isPlainClick})`);
