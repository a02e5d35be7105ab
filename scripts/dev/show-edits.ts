/// <reference types="vite/client" />

// Vite updates modules that the page has loaded. An island that is not hydrated yet is HTML of the server alone, which
// shows an edit when the page is loaded again.
performance.setResourceTimingBufferSize(10_000);

import.meta.hot?.on('vite:beforeUpdate', ({ updates }) => {
  const pathOf = (address: string) => new URL(address, location.href).pathname;
  const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => pathOf(name)));
  if (updates.some(({ path }) => !loaded.has(pathOf(path)))) location.reload();
});
