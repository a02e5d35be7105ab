/** ANL-05: a marked link reports to analytics when it is followed. */
export function watchFollowedLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('[data-followed-event]');
    if (!link) return;
    const eventId = Number(link.dataset.followedEvent);
    dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId } }));
  });
}
