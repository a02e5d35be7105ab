/**
 * A popover marked `data-sheet` lies over the page: while it is open nothing below it takes the focus, so the Tab key
 * stays in it, and the browser gives the focus back to the button that opened it. Nothing else on a page is inert
 * meanwhile.
 * @param sheet that is open; undefined if none is
 */
function hold(sheet: Element | undefined): void {
  for (const part of document.querySelectorAll<HTMLElement>('[inert]')) part.inert = false;
  for (let part = sheet; part?.parentElement && part !== document.body; part = part.parentElement)
    for (const other of part.parentElement.children as HTMLCollectionOf<HTMLElement>)
      other.inert = other !== part;
}

const openSheets = () => [...document.querySelectorAll('[data-sheet]:popover-open')];

// Before it closes: the button must take the focus again.
document.addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    const sheet = target as Element;
    if (!sheet.matches('[data-sheet]')) return;
    hold(newState === 'open' ? sheet : openSheets().findLast((other) => other !== sheet));
  },
  true,
);
// Opened before this script loaded.
hold(openSheets().at(-1));
