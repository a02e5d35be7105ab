/** A script of a page, and the elements that need it. */
export type PagePart = readonly [selector: string, load: () => Promise<unknown>];

export function loadParts(parts: readonly PagePart[]): void {
  for (const [selector, load] of parts) {
    if (document.querySelector(selector))
      load().catch((error: unknown) => console.warn('A script could not be loaded:', error));
  }
}
