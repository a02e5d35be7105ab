/** VDP-03: a view that fails to load is replaced by the photos; a view that is left is reset. */
for (const views of document.querySelectorAll<HTMLElement>('[data-views]')) {
  const modeOf = (value: string) =>
    views.querySelector<HTMLInputElement>(`[data-view-mode][value="${value}"]`);
  const showPhotos = () => {
    const [spin, images] = [modeOf('spin'), modeOf('images')];
    if (!spin || !images) return;
    images.checked = true;
    spin.disabled = true;
    const { activeElement } = document;
    if (activeElement && views.querySelector('[data-view="spin"]')?.contains(activeElement)) images.focus();
  };
  views.addEventListener('forecourt:spin-failed', showPhotos);
  if (views.querySelector('[data-spin-failed]')) showPhotos();
  views.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('[data-view-mode]')) return;
    const detail = { mode: target.value };
    for (const view of views.querySelectorAll('[data-view]'))
      view.dispatchEvent(new CustomEvent('forecourt:view', { detail }));
  });
}
