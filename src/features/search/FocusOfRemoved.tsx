import { useEffect, useRef } from 'react';
import { RESULTS_ID } from './form-ids.ts';
import { useSearch } from './use-search.ts';

/**
 * Where the focused control goes with the results that a press has changed, as a chip does, the focus moves to the
 * results: a keyboard or a screen reader would start again at the top of the page.
 */
export function FocusOfRemoved() {
  useSearch();
  const last = useRef<EventTarget>(null);
  useEffect(() => {
    const note = ({ target }: { target: EventTarget | null }) => {
      last.current = target;
    };
    note({ target: document.activeElement });
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement !== body || !(last.current instanceof Element) || last.current.isConnected) return;
    last.current = null;
    document.getElementById(RESULTS_ID)?.focus({ preventScroll: true });
  });
  return null;
}
