import { createHash } from 'node:crypto';

/** A pointer over a spin, before anything listened to it. */
export type HeldDrag = { type: string; x: number; at: number };

declare global {
  interface Document {
    /** What was dragged so far; the script that takes it over ends the recording. */
    heldDrags?: HeldDrag[];
    stopHoldingDrags?: () => void;
  }
}

/** Runs in the page, by itself: a spin is often turned before its script has come. */
function holdDrags(): void {
  const MOST_HELD = 2000;
  const held: HeldDrag[] = [];
  const types = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const;
  let isDown = false;
  const hold = ({ type, target, clientX, timeStamp }: PointerEvent) => {
    if (type === 'pointerdown')
      isDown = target instanceof Element && target.closest('[data-spin-stage]') !== null;
    if (!isDown || held.length > MOST_HELD) return;
    held.push({ type, x: clientX, at: timeStamp });
    if (type !== 'pointerdown' && type !== 'pointermove') isDown = false;
  };
  for (const type of types) addEventListener(type, hold, { capture: true, passive: true });
  document.heldDrags = held;
  document.stopHoldingDrags = () => {
    for (const type of types) removeEventListener(type, hold, { capture: true });
    delete document.heldDrags;
  };
}

/** Text of an inline script, and what the content security policy knows it by. */
export const HELD_DRAGS = `(${holdDrags})()`.replaceAll(/\n\s+/g, '\n');
export const HELD_DRAGS_HASH = `sha256-${createHash('sha256').update(HELD_DRAGS).digest('base64')}` as const;
