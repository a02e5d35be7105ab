/**
 * Makes everything outside an open popover with `data-sheet` inert, so that the focus stays in it. Popovers are not modal
 * by themselves. Nothing else on a page uses `inert`.
 * @param sheet the open popover; undefined if none is
 */
function isolate(sheet: Element | undefined): void {
  for (const part of document.querySelectorAll<HTMLElement>('[inert]')) part.inert = false;
  for (let part = sheet; part?.parentElement && part !== document.body; part = part.parentElement)
    for (const other of part.parentElement.children as HTMLCollectionOf<HTMLElement>)
      other.inert = other !== part;
}

const openSheets = () => [...document.querySelectorAll('[data-sheet]:popover-open')];

// Before it closes, as the browser then returns the focus to the button that opened it.
document.addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    const sheet = target as Element;
    if (!sheet.matches('[data-sheet]')) return;
    isolate(newState === 'open' ? sheet : openSheets().findLast((other) => other !== sheet));
  },
  true,
);
// May have opened before this script loaded.
isolate(openSheets().at(-1));

/** Dropdowns are native `details`; this script closes them on Escape and on a click or focus outside. */
const openGroups = () => document.querySelectorAll<HTMLDetailsElement>('.site-menu-group[open]');

/** Minimum distance of a dropdown from the edge of the viewport. */
const PAGE_EDGE_PX = 8;

function positionDropdown(group: HTMLDetailsElement): void {
  if (!group.open || group.matches('.site-menu-mega')) return;
  const panel = group.querySelector<HTMLElement>('.site-menu-panel');
  if (!panel) return;
  const right = group.getBoundingClientRect().left + panel.offsetWidth;
  panel.dataset.unfolds = right > document.documentElement.clientWidth - PAGE_EDGE_PX ? 'left' : 'right';
}

/** NAV-17: for styles and third-party scripts that depend on an open dropdown. */
const OPEN_CLASS = 'site-header-open';
const markHeader = () =>
  document.querySelector('.site-header')?.classList.toggle(OPEN_CLASS, openGroups().length > 0);

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement)) return;
    positionDropdown(target);
    markHeader();
  },
  { capture: true },
);
// May have opened before this script loaded.
for (const group of openGroups()) positionDropdown(group);
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
  // In the sheet on small screens, closing another group would move the one just clicked.
  if (document.querySelector('.site-menu:popover-open')) return;
  for (const group of openGroups()) {
    // A click on an element that is not focusable has no related target; the click listener handles it.
    if (relatedTarget instanceof Node && !group.contains(relatedTarget)) group.open = false;
  }
});
