/** Lazy loading is not enough: browsers load a frame immediately without scripts or for printing. */
for (const slot of document.querySelectorAll<HTMLDetailsElement>('[data-third-party]')) {
  const load = () => {
    const frame = slot.querySelector<HTMLIFrameElement>('iframe:not([src])');
    if (slot.open && frame?.dataset.src) frame.src = frame.dataset.src;
  };
  slot.addEventListener('toggle', load);
  // Opened before this script loaded.
  load();
}

export {};
