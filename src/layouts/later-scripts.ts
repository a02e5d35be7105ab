import { createHash } from 'node:crypto';

/**
 * Runs in the page, by itself: nothing outside may be named in it. Scripts stand in the HTML as
 * `<template data-module>` and are asked for once the first screen is there and painted, at the shopper's first
 * gesture, or after three seconds of a line too slow for either. The template goes when its script has run.
 */
function later(): void {
  const MOST_PATIENCE_MS = 3000;
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    for (const place of document.querySelectorAll<HTMLElement>('template[data-module]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.async = false;
      script.fetchPriority = 'low';
      script.src = place.dataset.module ?? '';
      script.onload = () => place.remove();
      document.head.append(script);
    }
  };
  const whenParsed = () => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
    else begin();
  };
  addEventListener('load', () => new PerformanceObserver(begin).observe({ type: 'paint', buffered: true }));
  for (const gesture of ['pointerdown', 'keydown', 'touchstart'])
    addEventListener(gesture, whenParsed, { once: true, capture: true, passive: true });
  setTimeout(whenParsed, MOST_PATIENCE_MS);
}

/** Text of an inline script, and what the content security policy knows it by. */
export const LATER_SCRIPTS = `(${later})()`.replaceAll(/\n\s+/g, '\n');
export const LATER_SCRIPTS_HASH =
  `sha256-${createHash('sha256').update(LATER_SCRIPTS).digest('base64')}` as const;
