import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';
import { bufferEvents } from './event-buffer.ts';

/** Replaces a vendor's queue, with the same `push`. */
class BufferingLayer extends Array<unknown> {
  override push(...events: unknown[]): number {
    bufferEvents(browserStorage('sessionStorage'), events);
    return this.length;
  }
}

Reflect.set(globalThis, 'dataLayer', new BufferingLayer());
