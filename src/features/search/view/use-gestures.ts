import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';

/** Handles plain clicks on a link; clicks that open a new tab or window are left to the browser. */
export const onPlainClick = (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  act();
};

/**
 * Applies a change made to a control before hydration.
 * @param read reads the control; returns the action to apply, undefined if it is unchanged
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
