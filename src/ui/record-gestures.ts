const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown'] as const;
const MAX_EVENTS = 2000;

/** Records keys and drags on parts of an element marked `data-replay-gestures` until they are repeated. */
export function recordGestures(element: HTMLElement): { replay(): void } {
  const recorded: Event[] = [];
  let part: Element | null = null;
  let isDown = false;
  const record = (event: Event) => {
    const { target, type } = event;
    if (type === 'pointerdown' || type === 'keydown') {
      const marked = target instanceof Element ? target.closest('[data-replay-gestures]') : null;
      if (!marked || !element.contains(marked)) return;
      part = marked;
      isDown ||= type === 'pointerdown';
    } else if (!isDown) return;
    if (recorded.length < MAX_EVENTS) recorded.push(event);
    if (type === 'pointerup' || type === 'pointercancel') isDown = false;
  };
  // A drag may leave the element.
  for (const type of TYPES) addEventListener(type, record, { capture: true, passive: true });
  return {
    replay() {
      for (const type of TYPES) removeEventListener(type, record, true);
      for (const event of recorded.splice(0)) {
        const Kind = event.constructor as typeof Event;
        const { target } = event;
        const isInside = target instanceof Element && part?.contains(target);
        (isInside ? target : part)?.dispatchEvent(new Kind(event.type, event));
      }
    },
  };
}
