import { browserStorage } from '#src/ui/browser-storage.ts';
import { holdEvents } from './held-events.ts';

/** Replaces a vendor's queue, with the same `push`. */
class HeldLayer extends Array<unknown> {
  override push(...events: unknown[]): number {
    holdEvents(browserStorage('sessionStorage'), events);
    return this.length;
  }
}

Reflect.set(globalThis, 'dataLayer', new HeldLayer());
