import type { Page } from 'playwright/test';

export const SCRIPTS = /\.js(\?|$)/;

/** Holds what a page asks for, from `hold` to `release`. */
export async function gate(page: Page, what: RegExp | string) {
  let release = () => {};
  let open = Promise.resolve();
  await page.route(what, async (route) => {
    await open;
    await route.continue();
  });
  return {
    hold() {
      open = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

/** Opens a page whose scripts wait until they are released. */
export async function openHeld(page: Page, address: string): Promise<() => void> {
  const scripts = await gate(page, SCRIPTS);
  scripts.hold();
  await page.goto(address, { waitUntil: 'commit' });
  return scripts.release;
}
