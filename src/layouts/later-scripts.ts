import { inlineScript } from './inline-script.ts';

/**
 * Runs inline in the page: it may reference nothing outside itself. Scripts are in the HTML above it as `<template
 * data-module>` and are requested once the first screen is loaded and painted, at the shopper's first gesture, or
 * after three seconds of a line too slow for either. Those `data-at-gesture` wait for the gesture, in their order
 * after the others; `="query"` among them only if the address has no query. None waits for shoppers with their own
 * terms of finance. If the gesture is on a spin, `src/layouts/held-drags.ts` says when the others are requested. The
 * template goes when its script has run. `data-painted` says that the first screen is there, to pictures that come
 * after it, and typefaces that wait for the picture come then (`src/layouts/known-faces.ts`).
 */
const later = () => {
  const types = 'pointermove pointerdown keydown focusin input click scroll'.split(' ');
  let waiting = `:not([data-at-gesture]${location.search && ':not([data-at-gesture="query"])'})`;
  const begin = () => {
    document.body.dataset.painted = '';
    try {
      if (localStorage['forecourt:own']) waiting = '';
    } catch {}
    document.loadFaces?.();
    for (const each of document.querySelectorAll<HTMLElement>(
      `template[data-module]${waiting}:not([data-asked])`,
    )) {
      each.dataset.asked = '';
      document.head.append(
        Object.assign(document.createElement('script'), {
          type: 'module',
          async: false,
          fetchPriority: waiting && 'low',
          src: each.dataset.module,
          onload: () => each.remove(),
        }),
      );
    }
  };
  const meet = ({ type, target, movementX, movementY }: Partial<PointerEvent>) => {
    // Browsers also report a resting pointer.
    if (document.spinFirst?.(target, meet) || (type === 'pointermove' && !movementX && !movementY)) return;
    for (const each of types) removeEventListener(each, meet, true);
    waiting = '';
    begin();
  };
  for (const each of types) addEventListener(each, meet, true);
  // On a slow line the shopper may focus a field before this script arrives.
  if (document.querySelector(':focus')) meet({});
  // The picture is painted before the third frame begins. Storage is read for the first time, after that frame's work.
  addEventListener('load', () =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))),
  );
  // At most three seconds, in ms.
  setTimeout(begin, 3000);
};

export const LATER_SCRIPTS = inlineScript(`(${later})()`);
