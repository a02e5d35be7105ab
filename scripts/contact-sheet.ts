import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { xmlText } from '#src/platform/text/xml.ts';
import { accountPages } from './contact-sheet/account-pages.ts';
import { pageTypesOf } from './contact-sheet/sheet-pages.ts';
import { readWishes, type Shot, takeShots, USAGE } from './contact-sheet/take-shots.ts';
import { startSeparateStack } from './demo/separate-stack.ts';
import { launchChromium } from './programs/chromium.ts';

/** Screenshots of every page type of the demo sites, to look at: `npx node scripts/contact-sheet.ts --help`. */
const OUT = '.data/contact-sheet';
/** Pictures on one sheet; more are too small to look at. */
const PER_SHEET = 8;

/** Spacing of the sheet, px. */
const SHEET_WIDTH = 2000;
const GAP = 16;
const CAPTION = 28;
/** What a window is scaled to, of its width. */
const SCALE = 0.5;
const INK = '#1b1b1b';
const PAPER = '#b9bfc6';

type Placed = { input: Buffer; left: number; top: number };

const caption = (text: string, width: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CAPTION}"><text y="20" font-family="sans-serif" font-size="16" fill="${INK}">${xmlText(text)}</text></svg>`,
  );

/** Pictures side by side in rows, each with its page and width above, as one PNG. */
async function layOut(shots: readonly Shot[]): Promise<Buffer> {
  const placed: Placed[] = [];
  let left = GAP;
  let top = GAP;
  let rowHeight = 0;
  for (const { page, width, png } of shots) {
    const small = await sharp(png)
      .resize({ width: Math.round(width * SCALE) })
      .png()
      .toBuffer({ resolveWithObject: true });
    if (left > GAP && left + small.info.width + GAP > SHEET_WIDTH) {
      top += rowHeight + GAP;
      left = GAP;
      rowHeight = 0;
    }
    placed.push({ input: caption(`${page} ${width}`, small.info.width), left, top });
    placed.push({ input: small.data, left, top: top + CAPTION });
    left += small.info.width + GAP;
    rowHeight = Math.max(rowHeight, small.info.height + CAPTION);
  }
  return sharp({
    create: { width: SHEET_WIDTH, height: top + rowHeight + GAP, channels: 3, background: PAPER },
  })
    .composite(placed)
    .png({ palette: true })
    .toBuffer();
}

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const wishes = readWishes(args);
const stack = await startSeparateStack('contact-sheet');
const browser = await launchChromium();
mkdirSync(OUT, { recursive: true });
try {
  for (const dealer of stack.dealers.filter(({ slug }) => wishes.dealers.includes(slug))) {
    const all = [...pageTypesOf(dealer), ...(await accountPages(stack.services, dealer))];
    const types = all.filter(({ name }) => wishes.pages.length === 0 || wishes.pages.includes(name));
    const origin = `http://${dealer.slug}.localhost:${stack.port}`;
    const shots = await takeShots(browser, { origin, searchPath: dealer.search.defaultPath, types }, wishes);
    for (const width of wishes.widths) {
      const own = shots.filter((shot) => shot.width === width);
      for (let first = 0; first < own.length; first += PER_SHEET) {
        const part = own.length > PER_SHEET ? `-${first / PER_SHEET + 1}` : '';
        const file = join(OUT, `${dealer.slug}-${width}${part}.png`);
        writeFileSync(file, await layOut(own.slice(first, first + PER_SHEET)));
        console.log(file);
      }
    }
  }
} finally {
  await browser.close();
  await stack.stop();
}
