import { isPlainClick } from '#src/ui/plain-click.ts';
import { inlineScript } from './inline-script.ts';

/**
 * Runs inline in the page: it receives what it uses as arguments. A link marked `data-once-awake` works alone, but
 * its island does more: a press before hydration is repeated after it. If the island does not hydrate, the link is
 * followed.
 */
function holdPresses(isPlain: typeof isPlainClick): void {
  const MOST_PATIENCE_MS = 3000;
  let held: Element | undefined;
  const hold = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !isPlain(event)) return;
    const link = event.target.closest<HTMLAnchorElement>('astro-island[ssr] [data-once-awake]');
    const island = link?.closest('astro-island');
    if (!link || !island) return;
    event.preventDefault();
    if (held === link) return;
    held = link;
    const again = () => {
      clearTimeout(patience);
      link.click();
    };
    const patience = setTimeout(() => {
      held = undefined;
      island.removeEventListener('astro:hydrate', again);
      location.hash = link.hash;
    }, MOST_PATIENCE_MS);
    island.addEventListener('astro:hydrate', again, { once: true });
  };
  addEventListener('click', hold, { capture: true });
}

export const HELD_PRESSES = inlineScript(`(${holdPresses})(${isPlainClick})`);
