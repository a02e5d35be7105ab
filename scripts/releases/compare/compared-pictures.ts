import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import sharp from 'sharp';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import type { PageFolder } from '#src/publishing/compare/compare-folders.ts';
import { createStaticFiles } from '#src/server/http/static-files.ts';

type ServedFolder = {
  /** Address of a page of the folder. */
  url(address: string): string;
  stop(): Promise<void>;
};

/** Serves the files of a folder as `serve` does, on this machine alone. */
async function serveFolder({ folder, base, assets }: PageFolder): Promise<ServedFolder> {
  const own = join(folder, ASSETS_FOLDER);
  const files = createStaticFiles({ pages: () => folder, assets: () => (assets ? [own, assets] : [own]) });
  const site = { slug: '' };
  const path = base.replace(/\/+$/, '');
  const server = createServer(async (req, res) => {
    try {
      if (req.url?.startsWith(`${path}/`)) req.url = req.url.slice(path.length);
      const isServed = await files.serve(site, req, res);
      if (!isServed) await files.notFound(site, req, res);
    } catch {
      res.destroy();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const bound = server.address();
  const port = bound && typeof bound === 'object' ? bound.port : 0;
  return {
    url: (address) => `http://127.0.0.1:${port}${path}${address}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
}

/** A phone and a desk, px. */
export const WIDTHS = [390, 1440] as const;
const HEIGHTS = { 390: 844, 1440: 900 } as const;
/** A page is cut here, px: a longer picture is not looked at. */
const LONGEST = 4000;
/** Wide enough for two beside each other, px. */
const SHOWN_WIDTH = 700;
const QUALITY = 70;

export type Picture = { width: number; before: Buffer; after: Buffer; isSame: boolean };
export type PagePictures = { address: string; pictures: readonly Picture[] };

async function shot(context: BrowserContext, url: string, width: number): Promise<Buffer> {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width, height: Math.min(height, LONGEST) };
    return await page.screenshot({ fullPage: true, clip, animations: 'disabled' });
  } finally {
    await page.close();
  }
}

const webp = (png: Buffer): Promise<Buffer> =>
  sharp(png).resize({ width: SHOWN_WIDTH, withoutEnlargement: true }).webp({ quality: QUALITY }).toBuffer();

async function samePixels(a: Buffer, b: Buffer): Promise<boolean> {
  if (a.equals(b)) return true;
  const [one, other] = await Promise.all([a, b].map((png) => sharp(png).raw().toBuffer()));
  return one !== undefined && other !== undefined && one.equals(other);
}

/** @throws Error with the remedy where the packages of development are not installed */
async function openBrowser(): Promise<Browser> {
  try {
    // A server is installed without them; it compares everything but pictures.
    const { launchChromium } = await import('../../programs/chromium.ts');
    return await launchChromium();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new Error(
      'Screenshots need the packages of development: run "npm ci" without --omit=dev, or compare without them: --pages 0',
      { cause: error },
    );
  }
}

async function picturesAt(browser: Browser, urls: readonly [string, string], width: (typeof WIDTHS)[number]) {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    reducedMotion: 'reduce',
    // What scripts would ask for is not in the folder. Without them lazy pictures load immediately.
    javaScriptEnabled: false,
  });
  try {
    const [before, after] = [await shot(context, urls[0], width), await shot(context, urls[1], width)];
    const isSame = await samePixels(before, after);
    return { width, before: await webp(before), after: await webp(after), isSame };
  } finally {
    await context.close();
  }
}

/** Screenshots of pages that both folders have. */
export async function takePictures(
  addresses: readonly string[],
  before: PageFolder,
  after: PageFolder,
): Promise<PagePictures[]> {
  if (addresses.length === 0) return [];
  const browser = await openBrowser();
  const [old, now] = [await serveFolder(before), await serveFolder(after)];
  try {
    const taken: PagePictures[] = [];
    for (const address of addresses) {
      const pictures: Picture[] = [];
      for (const width of WIDTHS) {
        pictures.push(await picturesAt(browser, [old.url(address), now.url(address)], width));
      }
      taken.push({ address, pictures });
    }
    return taken;
  } finally {
    await browser.close();
    await old.stop();
    await now.stop();
  }
}
