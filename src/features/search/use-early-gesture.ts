import { useLayoutEffect, useRef } from 'react';

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
