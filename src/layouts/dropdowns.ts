/** Open dropdowns close on Escape and on a click elsewhere; without this script they still open and close by themselves. */
const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');

document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector('summary')?.focus();
  }
});
