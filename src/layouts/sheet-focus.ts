/**
 * A popover marked `data-sheet` lies over the page: while it is open nothing below it takes the focus, so the Tab key
 * stays in it, and the browser gives the focus back to the button that opened it.
 */
const below: HTMLElement[] = [];

/** @param sheet that is open; undefined if none is */
function hold(sheet: Element | undefined): void {
  for (const part of below.splice(0)) part.inert = false;
  for (let part = sheet; part?.parentElement && part !== document.body; part = part.parentElement)
    for (const other of part.parentElement.children)
      if (other !== part && other instanceof HTMLElement && !other.inert) {
        other.inert = true;
        below.push(other);
      }
}

const openSheets = () => [...document.querySelectorAll('[data-sheet]:popover-open')];

// Before it closes: the button must take the focus again.
document.addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    if (!(target instanceof Element && target.matches('[data-sheet]'))) return;
    hold(newState === 'open' ? target : openSheets().findLast((sheet) => sheet !== target));
  },
  true,
);
// Opened before this script loaded.
hold(openSheets().at(-1));
