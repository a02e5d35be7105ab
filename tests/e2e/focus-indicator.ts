import type { Page } from '@playwright/test';

/** Where the focus is and what a shopper sees of it. */
export type FocusStop = {
  /** Words enough to find the element by. */
  what: string;
  /** Contrast of the indicator with what it stands on; 0 where there is none. */
  contrast: number;
  /** Whether any of it can be seen, nothing standing over it. */
  isSeen: boolean;
};

/**
 * The element in focus; undefined when the focus has left the page's content.
 * A part that is there for screen readers alone shows its focus on the label, or on what stands beside it.
 */
export const focusStop = (page: Page): Promise<FocusStop | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const label =
      element.closest('label') ?? (element.id ? document.querySelector(`label[for="${element.id}"]`) : null);
    const bearers = [element, element.parentElement, label, element.nextElementSibling].filter(
      (each) => each instanceof HTMLElement,
    );

    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = ([r = 0, g = 0, b = 0]: number[]) =>
      [r, g, b]
        .map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, at) => sum + c * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
    const contrast = (a: string, b: string) => {
      const [low = 0, high = 0] = [luminance(channels(a)), luminance(channels(b))].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    };
    const groundOf = (from: Element | null): string => {
      for (let at = from; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if ((channels(backgroundColor)[3] ?? 1) > 0.5) return backgroundColor;
      }
      return 'rgb(255 255 255)';
    };
    const indicated = bearers.map((bearer) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(bearer);
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 0;
      const isInside = Number.parseFloat(outlineOffset) < 0;
      return contrast(outlineColor, groundOf(isInside ? bearer : bearer.parentElement));
    });
    const bearer = bearers[indicated.findIndex((ratio) => ratio > 0)] ?? element;

    const { left, top, right, bottom, width, height } = bearer.getBoundingClientRect();
    const points = [
      [left + width / 2, top + height / 2],
      [left + 3, top + 3],
      [right - 3, top + 3],
      [left + 3, bottom - 3],
      [right - 3, bottom - 3],
    ];
    const isSeen = points.some(([x = 0, y = 0]) => {
      const there = document.elementFromPoint(x, y);
      return (
        there !== null &&
        (bearer.contains(there) || there.contains(bearer) || label?.contains(there) === true)
      );
    });
    return {
      what: `${element.tagName.toLowerCase()}.${element.className} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`,
      contrast: Math.max(...indicated),
      isSeen,
    };
  });
