import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';

/** Runs `act` in place of a plain click on a link; a click that opens a new tab or window is left to the browser. */
export const onPlainClick = (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  act();
};

/**
 * A shopper's change to a control before hydration counts too.
 * @param read reads the control's state; returns the action to take, undefined if it is untouched
 */
export function useEarlyGesture(read: () => (() => void) | undefined): void {
  const first = useRef(read);
  useLayoutEffect(() => {
    const act = first.current();
    // InstantSearch ignores changes in the tick in which it starts with initial results.
    const timer = act && setTimeout(act);
    return () => clearTimeout(timer);
  }, []);
}
