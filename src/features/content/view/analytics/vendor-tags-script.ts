import { loadScript } from '#src/platform/ui/dom/dom-parts.ts';
import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';
import { drainBufferedEvents } from './event-buffer.ts';
import { createVendorQueues } from './vendor-tags.ts';

/** Any of them indicates a person. */
const GESTURES = ['pointerdown', 'touchstart', 'keydown', 'wheel'] as const;

const { googleTag, metaPixel } = document.querySelector<HTMLElement>('[data-vendor-tags]')?.dataset ?? {};

/** A third-party data layer may throw, which must not affect the shopper or other vendors (ANL-07). */
function createQueues() {
  try {
    const laid = createVendorQueues({ googleTag, metaPixel }, globalThis);
    const layer: unknown = Reflect.get(globalThis, 'dataLayer');
    if (Array.isArray(layer)) layer.push(...drainBufferedEvents(browserStorage('sessionStorage')));
    return laid;
  } catch (error) {
    console.warn('Analytics "dataLayer" failed:', error);
    return [];
  }
}
const vendors = createQueues();

function load(): void {
  for (const gesture of GESTURES) removeEventListener(gesture, load);
  for (const { name, script } of vendors) {
    loadScript(script).catch((error) => console.warn(`Analytics "${name}" failed:`, error));
  }
}

for (const gesture of GESTURES) addEventListener(gesture, load, { passive: true });
