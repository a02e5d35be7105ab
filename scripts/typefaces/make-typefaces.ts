import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fromBuffer } from '@capsizecss/unpack';
import type { Page } from 'playwright';
import subsetFont from 'subset-font';
import { launchChromium } from '../programs/chromium.ts';
import { arialWidth } from './arial-widths.data.ts';
import { PAPER_FACES, SOURCES, type Source } from './sources.data.ts';
import { ASKED_FOR, PARTS, subsetTypeface, textOf, unicodeRange } from './subset-typeface.ts';

/** A file to write. */
export type FontFile = { name: string; bytes: Buffer };

const PROSE =
  'Find the right car and know the real price. Every new, demo and used vehicle at our locations: inspected, with its history, ready to drive away this week. Book a service or ask about finance; we answer the same day.';
/** More capitals and figures than prose has. */
const HEADINGS =
  '2025 Hyundai Kona Hybrid, 2020 Suzuki Jimny Lite, 2023 Toyota Corolla Ascent Sport, 2022 Ford Ranger XLT. Enquire Now, Book a Test Drive, Get Pre-Approval. $36,888 Drive away. Key Information';
/** Font size measured at, px. */
const MEASURED_AT = 100;

/** Advance of a text as a browser sets it, in widths of an em. */
async function widthOf(page: Page, { weights }: Source, font: Buffer, weight: number, text: string) {
  const url = `data:font/woff2;base64,${font.toString('base64')}`;
  const width = await page.evaluate(
    async (given) => {
      const face = new FontFace('measured', `url(${given.url})`, { weight: given.weights });
      document.fonts.add(await face.load());
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('This browser draws no text.');
      context.font = `${given.weight} ${given.size}px measured`;
      const { width } = context.measureText(given.text);
      document.fonts.delete(face);
      return width;
    },
    { url, weights, weight, text, size: MEASURED_AT },
  );
  return width / MEASURED_AT;
}

const percent = (share: number) => Number((share * 100).toFixed(2));

/** How much wider than Arial the face of most Linux devices sets each text. */
const DEJAVU_TO_ARIAL = { prose: 1.139, headings: 1.107, capitals: 1.016 };

/** What a face of the device must be stretched to, in %, so that text takes the room it will take in the hosted one. */
async function fallbackOf(page: Page, source: Source, font: Buffer, weight: number) {
  const { ascent, descent, lineGap, unitsPerEm } = await fromBuffer(font);
  const set =
    weight === source.boldWeight || source.isDisplay
      ? { text: HEADINGS, wider: DEJAVU_TO_ARIAL.headings }
      : { text: PROSE, wider: DEJAVU_TO_ARIAL.prose };
  const { text, wider } = source.isCapitals
    ? { text: set.text.toUpperCase(), wider: DEJAVU_TO_ARIAL.capitals }
    : set;
  const size = (await widthOf(page, source, font, weight, text)) / arialWidth(text);
  const stretched = (by: number) => {
    const share = (units: number) => percent(Math.abs(units) / unitsPerEm / by);
    return {
      sizeAdjust: percent(by),
      ascentOverride: share(ascent),
      descentOverride: share(descent),
      lineGapOverride: share(lineGap),
    };
  };
  return { arial: stretched(size), dejaVu: stretched(size / wider) };
}

async function makeTypeface(page: Page, name: string, source: Source) {
  const [usual, rare, extended] = await Promise.all([
    subsetTypeface(source, 'usual'),
    subsetTypeface(source, 'rare'),
    subsetTypeface(source, 'extended'),
  ]);
  const { family, weights } = source;
  // A name with a letter of the third adds its 2-4 KB, which fewest pages have.
  const bytes = usual.length + rare.length;
  const { usualWeight, boldWeight } = source;
  const facts = {
    ...{ family, weights, bytes },
    usual: await fallbackOf(page, source, usual, usualWeight),
    ...(boldWeight && { bold: await fallbackOf(page, source, usual, boldWeight) }),
  };
  const files: FontFile[] = [
    { name: `${name}.woff2`, bytes: usual },
    { name: `${name}-rare.woff2`, bytes: rare },
    { name: `${name}-extended.woff2`, bytes: extended },
  ];
  return { facts, files };
}

/** The hosted files, and the text of `typefaces.data.ts`. */
export async function makeTypefaces(): Promise<{ files: FontFile[]; module: string }> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const known: Record<string, object> = {};
    const files: FontFile[] = [];
    for (const [name, source] of Object.entries(SOURCES)) {
      const made = await makeTypeface(page, name, source);
      known[name] = made.facts;
      files.push(...made.files);
    }
    const written = (parts: Readonly<Record<string, Parameters<typeof unicodeRange>[0]>>) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(parts).map(([part, letters]) => [part, unicodeRange(letters)])),
        null,
        2,
      );
    const module = [
      '/** Made by scripts/typefaces.ts: hosted typefaces, bytes of their files, and in % how faces of the device take the same room. */',
      `export const TYPEFACES = ${JSON.stringify(known, null, 2)} as const;`,
      '',
      '/** Letters of each file of a typeface. */',
      `export const TYPEFACE_LETTERS = ${written(PARTS)} as const;`,
      '',
      '/** Letters for which a browser asks for each file; the last face that has a letter counts. */',
      `export const TYPEFACE_RANGES = ${written(ASKED_FOR)} as const;`,
      '',
    ].join('\n');
    return { files, module };
  } finally {
    await browser.close();
  }
}

/** Kerning and marks: ligatures would be copied out of a document as signs of their own by some readers. */
const PAPER_FEATURES = ['kern', 'ccmp', 'mark'];

/**
 * fontkit reads the ten bytes of a glyph's header for an empty glyph too, such as a space, and throws where that is the
 * last thing in the file. Bytes behind the last table say nothing.
 */
const BEHIND_LAST_GLYPH = Buffer.alloc(10);

const { resolve } = createRequire(import.meta.url);

/** TrueType files with the letters that sites use. */
export function makePaperFaces(): Promise<FontFile[]> {
  const letters = Object.values(PARTS).map(textOf).join('');
  return Promise.all(
    Object.entries(PAPER_FACES).map(async ([name, file]) => {
      const cut = await subsetFont(readFileSync(resolve(file)), letters, {
        targetFormat: 'sfnt',
        keepFeatures: PAPER_FEATURES,
        noHinting: true,
      });
      return { name: `${name}.ttf`, bytes: Buffer.concat([cut, BEHIND_LAST_GLYPH]) };
    }),
  );
}
