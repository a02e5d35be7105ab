import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import type { PageType } from './sheet-pages.ts';

/** Widths where the layout changes, px. */
const WIDTHS = [390, 768, 1024, 1440];
/** One demo dealer of each template. */
const DEALERS = ['riverbend', 'ironbark-trucks', 'aldermoor'];

type SheetWishes = {
  dealers: readonly string[];
  /** Names of page types; all where none is given. */
  pages: readonly string[];
  widths: readonly number[];
  dark: boolean;
  /** Per cent, as in a browser: 200 shows half as many CSS pixels in the same window. */
  zoom: number;
  forcedColours: boolean;
  print: boolean;
  noJs: boolean;
  /** Whole pages in place of the first screen. */
  full: boolean;
};

export const USAGE = `npx node scripts/contact-sheet.ts [options]

  --dealer <slug>     ${DEALERS.join(', ')} where none is given
  --page <name>       a page type, e.g. home, search, vehicle, brands-page, garage, watchlist,
                      comparison, checkout; every one where none is given
  --width <px>        ${WIDTHS.join(', ')} where none is given
  --full              whole pages, not the first screen
  --dark              as a device that asks for dark colours
  --zoom <per cent>   as a browser zoomed to 200
  --forced-colours    as Windows' contrast themes
  --print             as on paper
  --no-js             without scripts

Options may be repeated. Sheets land in .data/contact-sheet/.`;

/**
 * The options from the arguments of the command.
 * @throws TypeError for an unknown option
 */
export function readWishes(args: readonly string[]): SheetWishes {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dealer: { type: 'string', multiple: true },
      page: { type: 'string', multiple: true },
      width: { type: 'string', multiple: true },
      zoom: { type: 'string' },
      full: { type: 'boolean' },
      dark: { type: 'boolean' },
      'forced-colours': { type: 'boolean' },
      print: { type: 'boolean' },
      'no-js': { type: 'boolean' },
    },
  });
  return {
    dealers: values.dealer ?? DEALERS,
    pages: values.page ?? [],
    widths: values.width?.map(Number) ?? WIDTHS,
    zoom: Number(values.zoom ?? 100),
    full: values.full ?? false,
    dark: values.dark ?? false,
    forcedColours: values['forced-colours'] ?? false,
    print: values.print ?? false,
    noJs: values['no-js'] ?? false,
  };
}

/** A picture of one page at one width. */
export type Shot = { page: string; width: number; png: Buffer };

/** Height of a window of each width, px. */
const heightOf = (width: number): number => (width < 500 ? 844 : 900);
/** A full page is cut here, px; longer ones show nothing new. */
const LONGEST = 6000;

/** Path of the first car of the dealer's search. */
async function carPath(page: Page, origin: string, searchPath: string): Promise<string | undefined> {
  await page.goto(`${origin}${searchPath}`);
  const link = page.getByRole('article').first().getByRole('link', { name: 'View Details' });
  return (await link.count()) > 0 ? ((await link.getAttribute('href')) ?? undefined) : undefined;
}

/** Popups are closed, so that the page is visible. */
async function closeDialog(page: Page): Promise<void> {
  const close = page.locator('dialog[open]').getByRole('button', { name: 'Close' });
  if ((await close.count()) > 0) await close.first().click();
}

/** Scrolls to the end and back, so that lazy pictures load. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((next) => requestAnimationFrame(next));
    }
    scrollTo(0, 0);
    await document.fonts.ready;
  });
  await page.waitForLoadState('networkidle');
}

/**
 * Screenshots of one dealer's pages.
 * @param origin of the dealer's site, without a slash at its end
 * @param searchPath a search whose first car gives the vehicle page
 */
export async function takeShots(
  browser: Browser,
  { origin, searchPath, types }: { origin: string; searchPath: string; types: readonly PageType[] },
  wishes: SheetWishes,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const width of wishes.widths) {
    const context = await browser.newContext({
      viewport: {
        width: Math.round((width * 100) / wishes.zoom),
        height: Math.round((heightOf(width) * 100) / wishes.zoom),
      },
      deviceScaleFactor: wishes.zoom / 100,
      javaScriptEnabled: !wishes.noJs,
      colorScheme: wishes.dark ? 'dark' : 'light',
      forcedColors: wishes.forcedColours ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    if (wishes.print) await page.emulateMedia({ media: 'print' });
    for (const { name, path, cookie } of types) {
      const found = path ?? (await carPath(page, origin, searchPath));
      if (found === undefined) continue;
      if (cookie) {
        const [key = '', value = ''] = cookie.split('=');
        await context.addCookies([{ name: key, value, url: origin }]);
      }
      await page.goto(`${origin}${found}`);
      if (!wishes.noJs) {
        await settle(page);
        await closeDialog(page);
      }
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = {
        x: 0,
        y: 0,
        width: page.viewportSize()?.width ?? width,
        height: Math.min(height, LONGEST),
      };
      shots.push({
        page: name,
        width,
        png: await page.screenshot(wishes.full ? { fullPage: true, clip } : {}),
      });
      if (cookie) await context.clearCookies();
    }
    await context.close();
  }
  return shots;
}
