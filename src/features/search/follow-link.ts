import type { MouseEvent } from 'react';

/** Runs `act` in place of a plain click on a link; a click that opens a new tab or window stays the browser's. */
export const instead = (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain) return;
  event.preventDefault();
  act();
};
