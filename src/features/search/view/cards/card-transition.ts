/** Cross-document view transition from the picture of a card to the first picture of its page. */
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

export {};
