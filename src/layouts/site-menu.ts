/** Dropdowns open and close by themselves; this closes them where a shopper expects it of a menu. */
const openGroups = () => document.querySelectorAll<HTMLDetailsElement>('.site-menu-group[open]');

/** How far a dropdown may reach; typefaces and names decide where its entry stands, so it is measured. */
const PAGE_EDGE_PX = 8;

function unfold(group: HTMLDetailsElement): void {
  if (!group.open || group.matches('.site-menu-mega')) return;
  const panel = group.querySelector<HTMLElement>('.site-menu-panel');
  if (!panel) return;
  const reach = group.getBoundingClientRect().left + panel.offsetWidth;
  panel.dataset.unfolds = reach > document.documentElement.clientWidth - PAGE_EDGE_PX ? 'left' : 'right';
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement) unfold(target);
  },
  { capture: true },
);
// Opened before this script came.
for (const group of openGroups()) unfold(group);

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
  // In the drawer of small screens a group that closes would pull the one just pressed away from under the finger.
  if (document.querySelector('.site-menu:popover-open')) return;
  for (const group of openGroups()) {
    // A click on nothing focusable has no related target; the click above decides then.
    if (relatedTarget instanceof Node && !group.contains(relatedTarget)) group.open = false;
  }
});
