import { loadScript } from '#src/ui/load-script.ts';
import { layVendorQueues } from './vendor-tags.ts';

/** Any of them shows that a person is here. */
const GESTURES = ['pointerdown', 'touchstart', 'keydown', 'wheel'] as const;

const { googleTag, metaPixel } = document.querySelector<HTMLElement>('[data-vendor-tags]')?.dataset ?? {};
const vendors = layVendorQueues({ googleTag, metaPixel }, globalThis);

function load(): void {
  for (const gesture of GESTURES) removeEventListener(gesture, load);
  for (const { name, script } of vendors) {
    loadScript(script).catch((error) => console.warn(`Analytics "${name}" failed:`, error));
  }
}

for (const gesture of GESTURES) addEventListener(gesture, load, { passive: true });
