import type { Page } from 'playwright/test';
import { transitionsOver } from './transitions.ts';

/** Where the focus is and what a shopper sees of it. */
type FocusStop = {
  /** Words enough to find the element by. */
  what: string;
  /** Contrast of the indicator with its background; 0 without an indicator. */
  contrast: number;
  /** Whether any of it can be seen, nothing standing over it. */
  isSeen: boolean;
};

/**
 * The element in focus; undefined when the focus has left the page's content. A part only for screen readers shows
 * its focus on the label, or on its neighbour.
 */
async function focusStop(page: Page): Promise<FocusStop | undefined> {
  await transitionsOver(page);
  return page.evaluate(async () => {
    await document.fonts.ready;
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const label =
      element.closest('label') ?? (element.id ? document.querySelector(`label[for="${element.id}"]`) : null);
    /** Elements that may show the focus: the element, its neighbour, its parent. */
    const bearers = [element, label, element.nextElementSibling].filter(
      (each) => each instanceof HTMLElement,
    );
    for (
      let at = element.parentElement;
      at && at !== document.body && bearers.length < 9;
      at = at.parentElement
    )
      bearers.push(at);

    // A canvas knows every notation of a colour.
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const channels = (colour: string): number[] => {
      if (!canvas) return [];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
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
        // A band from edge to edge is painted by a part before its content.
        for (const style of [getComputedStyle(at, '::before'), getComputedStyle(at)]) {
          // An element's height is a rounded number, a part's is not.
          const isWhole = Number.parseFloat(style.height) > at.clientHeight - 1;
          const isGround = style.content === 'normal' || (style.position === 'absolute' && isWhole);
          if (isGround && (channels(style.backgroundColor)[3] ?? 0) > 127) return style.backgroundColor;
        }
      }
      return 'white';
    };
    const indicated = bearers.map((bearer) => {
      const outlined = [null, '::after', '::before']
        .map((part) => getComputedStyle(bearer, part))
        .find((style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2);
      if (!outlined) return 0;
      const { outlineColor, outlineOffset } = outlined;
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
}

/** Stops per page; further ones are of the same kinds. */
const MOST_STOPS = 45;
const FEWEST_STOPS = 10;
/** WCAG 2.2: an indicator contrasts with its surroundings. */
const MINIMUM_CONTRAST = 3;

/** Walks a page by Tab from its beginning: stops where the focus is not seen. */
export async function focusFaults(page: Page): Promise<string[]> {
  const close = page.locator('dialog[open]').getByRole('button', { name: 'Close' });
  if ((await close.count()) > 0) await close.first().click();
  const faults = new Set<string>();
  let stops = 0;
  for (; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await focusStop(page);
    if (!stop) break;
    if (stop.contrast < MINIMUM_CONTRAST) faults.add(`${stop.what}: indicator ${stop.contrast.toFixed(2)}:1`);
    if (!stop.isSeen) faults.add(`${stop.what}: hidden`);
  }
  if (stops <= FEWEST_STOPS) faults.add(`only ${stops} stops`);
  return [...faults];
}
