/** Lazy loading alone would not do: browsers load a frame at once where scripts are off or the page is printed. */
for (const slot of document.querySelectorAll<HTMLDetailsElement>('[data-third-party]')) {
  const load = () => {
    const frame = slot.querySelector<HTMLIFrameElement>('iframe:not([src])');
    if (slot.open && frame?.dataset.src) frame.src = frame.dataset.src;
  };
  slot.addEventListener('toggle', load);
  // Opened before this script came.
  load();
}
