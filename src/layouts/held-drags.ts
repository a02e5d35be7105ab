import { inlineScript } from './inline-script.ts';

/** Pointer events on a spin before its script listened. */
export type HeldDrag = { type: string; x: number; at: number };

/** Recorded input on a spin; its script ends the recording. */
export type HeldOnSpin = { drags: HeldDrag[]; presses: Event[]; stop(): void };

declare global {
  interface Document {
    heldOnSpin?: HeldOnSpin;
    /** Whether a gesture there needs the spin before all else; `goOn` is called once it is there. */
    spinFirst?(target: EventTarget | null | undefined, goOn: (event: Event) => void): boolean;
    /**
     * Whether the shopper asks for little data; not every browser says. Here, as a file that the scripts of a spin
     * shared would be one more request.
     */
    savesData?: boolean | undefined;
  }
  interface Navigator {
    connection?: { saveData?: boolean };
  }
}

/**
 * Runs inline in the page: a spin is often turned before its script loads. The first touch, or a pointer over it,
 * requests its sheet and its script; all other scripts wait until the sheet is there, or for a gesture elsewhere.
 */
function holdDrags(): void {
  const MOST_HELD = 2000;
  const drags: HeldDrag[] = [];
  const presses: Event[] = [];
  const types = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown', 'click'] as const;
  let isDown: unknown = false;
  let sheet: HTMLImageElement | undefined;
  const spinAt = (target: unknown) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-spin]') : null;
  const first = ({ dataset }: HTMLElement) => {
    sheet = Object.assign(new Image(), {
      fetchPriority: 'high',
      src: JSON.parse(dataset.spin ?? '').sheet.url,
    });
    const place = document.querySelector<HTMLElement>('[data-at-gesture="spin"]:not([data-asked])');
    if (!place) return;
    place.dataset.asked = '';
    document.head.append(
      Object.assign(document.createElement('script'), {
        type: 'module',
        fetchPriority: 'high',
        src: place.dataset.module,
        onload: () => place.remove(),
      }),
    );
  };
  document.savesData = navigator.connection?.saveData;
  document.spinFirst = (target, goOn) => {
    if (!sheet || sheet.complete || !spinAt(target)) return false;
    for (const end of ['load', 'error']) sheet.addEventListener(end, goOn, { once: true });
    return true;
  };
  const hold = (event: Event) => {
    const { type, target, timeStamp } = event;
    const spin = spinAt(target);
    const { movementX, movementY } = event as PointerEvent;
    if (spin && !sheet && (type.endsWith('down') || movementX || movementY)) first(spin);
    if (!type.startsWith('pointer')) {
      if (spin) presses.push(event);
      return;
    }
    if (type === 'pointerdown') isDown = spin && (target as Element).closest('[data-spin-stage]');
    if (!isDown || drags.length > MOST_HELD) return;
    drags.push({ type, x: (event as PointerEvent).clientX, at: timeStamp });
    if (type !== 'pointerdown' && type !== 'pointermove') isDown = false;
  };
  for (const type of types) addEventListener(type, hold, { capture: true, passive: true });
  document.heldOnSpin = {
    drags,
    presses,
    stop() {
      for (const type of types) removeEventListener(type, hold, true);
      delete document.heldOnSpin;
    },
  };
}

export const HELD_DRAGS = inlineScript(`(${holdDrags})()`);
