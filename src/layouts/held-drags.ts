import { createHash } from 'node:crypto';

/** Pointer events on a spin before its script listened. */
export type HeldDrag = { type: string; x: number; at: number };

/** Recorded input on a spin; its script ends the recording. */
export type HeldOnSpin = { drags: HeldDrag[]; presses: Event[]; stop(): void };

declare global {
  interface Document {
    heldOnSpin?: HeldOnSpin;
  }
}

/**
 * Runs inline in the page: a spin is often turned before its script loads. The first touch requests its sheet along
 * with the script.
 */
function holdDrags(): void {
  const MOST_HELD = 2000;
  const drags: HeldDrag[] = [];
  const presses: Event[] = [];
  const types = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown', 'click'] as const;
  let isDown: unknown = false;
  const hold = (event: Event) => {
    const { type, target, timeStamp } = event;
    const spin = target instanceof Element && target.closest<HTMLElement>('[data-spin]');
    if (spin && type.endsWith('down')) new Image().src = JSON.parse(spin.dataset.spin ?? '').sheet.url;
    if (!type.startsWith('pointer')) {
      if (spin) presses.push(event);
      return;
    }
    if (type === 'pointerdown') isDown = spin && target.closest('[data-spin-stage]');
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

/** Text of an inline script, and its hash for the content security policy. */
export const HELD_DRAGS = `(${holdDrags})()`.replaceAll(/\n\s+/g, '\n');
export const HELD_DRAGS_HASH = `sha256-${createHash('sha256').update(HELD_DRAGS).digest('base64')}` as const;
