import { useLayoutEffect, useRef } from 'react';

/**
 * What a shopper did to a control before its island woke is a gesture too.
 * @param read looks at the control as the shopper left it; returns what to do about it, nothing where it is untouched
 */
export function useEarlyGesture(read: () => (() => void) | undefined): void {
  const first = useRef(read);
  useLayoutEffect(() => {
    const act = first.current();
    // InstantSearch ignores what is asked in the very tick it starts with results at hand.
    const timer = act && setTimeout(act);
    return () => clearTimeout(timer);
  }, []);
}
