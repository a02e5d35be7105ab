import { browserStorage } from '#src/ui/browser-storage.ts';
import { bufferEvents } from './held-events.ts';

/** Replaces a vendor's queue, with the same `push`. */
class BufferingLayer extends Array<unknown> {
  override push(...events: unknown[]): number {
    bufferEvents(browserStorage('sessionStorage'), events);
    return this.length;
  }
}

Reflect.set(globalThis, 'dataLayer', new BufferingLayer());
