/** The picture of the card that is followed becomes the first one of the page it leads to. */
const TRANSITION_NAME = 'vehicle-picture';

addEventListener('click', ({ target }) => {
  const link =
    target instanceof Element && target.closest<HTMLAnchorElement>('.vehicle-card a[href^="/cars/"]');
  if (!link) return;
  for (const named of document.querySelectorAll<HTMLElement>('.vehicle-card img'))
    named.style.viewTransitionName = '';
  const picture = link.closest('.vehicle-card')?.querySelector<HTMLElement>('img');
  if (picture) picture.style.viewTransitionName = TRANSITION_NAME;
});
