import type { MouseEvent } from 'react';
import { isPlainClick } from '#src/ui/plain-click.ts';

/** Runs `act` in place of a plain click on a link; a click that opens a new tab or window is left to the browser. */
export const onPlainClick = (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  act();
};
