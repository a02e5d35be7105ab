import sharp from 'sharp';
import { xmlText } from '#src/platform/text/xml.ts';
import type { Shot } from './take-shots.ts';

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
export async function layOut(shots: readonly Shot[]): Promise<Buffer> {
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
