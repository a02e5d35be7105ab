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

/** Dropdowns open and close natively; this adds the closing that shoppers expect of a menu. */
const openGroups = () => document.querySelectorAll<HTMLDetailsElement>('.site-menu-group[open]');

/** The space for a dropdown; it is measured, because typefaces and names move its entry. */
const PAGE_EDGE_PX = 8;

function unfold(group: HTMLDetailsElement): void {
  if (!group.open || group.matches('.site-menu-mega')) return;
  const panel = group.querySelector<HTMLElement>('.site-menu-panel');
  if (!panel) return;
  const reach = group.getBoundingClientRect().left + panel.offsetWidth;
  panel.dataset.unfolds = reach > document.documentElement.clientWidth - PAGE_EDGE_PX ? 'left' : 'right';
}

/** NAV-17: for styles and scripts that follow an open dropdown. */
const OPEN_CLASS = 'site-header-open';
const markHeader = () =>
  document.querySelector('.site-header')?.classList.toggle(OPEN_CLASS, openGroups().length > 0);

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement)) return;
    unfold(target);
    markHeader();
  },
  { capture: true },
);
// Opened before this script loaded.
for (const group of openGroups()) unfold(group);
markHeader();

document.addEventListener('click', ({ target }) => {
  for (const group of openGroups()) {
    if (!(target instanceof Node && group.contains(target))) group.open = false;
  }
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const group of openGroups()) {
    const hadFocus = group.contains(document.activeElement);
    group.open = false;
    if (hadFocus) group.querySelector('summary')?.focus();
  }
});

document.addEventListener('focusout', ({ relatedTarget }) => {
  // In the drawer of small screens, closing another group would move the one just pressed.
  if (document.querySelector('.site-menu:popover-open')) return;
  for (const group of openGroups()) {
    // A click on nothing focusable has no related target; the click above decides then.
    if (relatedTarget instanceof Node && !group.contains(relatedTarget)) group.open = false;
  }
});
