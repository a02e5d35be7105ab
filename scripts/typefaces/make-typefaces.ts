import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fromFile } from '@capsizecss/unpack/fs';
import { chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../processes/chromium.ts';
import { arialWidth } from './arial-widths.data.ts';

type Source = {
  family: string;
  file: string;
  /** Weights of the file; a face of one weight answers for all, so that no browser smears it into a bolder one. */
  weights: string;
  /** As most of its text is set. */
  usualWeight: number;
  /** Whether it sets capitals only. */
  isCapitals?: boolean;
};

const SOURCES: Record<string, Source> = {
  'plus-jakarta-sans': {
    family: 'Plus Jakarta Sans',
    file: '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2',
    weights: '200 800',
    usualWeight: 450,
  },
  figtree: {
    family: 'Figtree',
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    weights: '300 900',
    usualWeight: 400,
  },
  manrope: {
    family: 'Manrope',
    file: '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2',
    weights: '200 800',
    usualWeight: 400,
  },
  'league-gothic': {
    family: 'League Gothic',
    file: '@fontsource-variable/league-gothic/files/league-gothic-latin-wdth-normal.woff2',
    weights: '100 900',
    usualWeight: 400,
    isCapitals: true,
  },
  marcellus: {
    family: 'Marcellus',
    file: '@fontsource/marcellus/files/marcellus-latin-400-normal.woff2',
    weights: '100 900',
    usualWeight: 400,
  },
};

const SAMPLE =
  'Find the right car and know the real price. Every new, demo and used vehicle at our locations: inspected, with its history, ready to drive away this week. Book a service or ask about finance; we answer the same day.';
/** Font size measured at, px. */
const MEASURED_AT = 100;

/** Advance of a text as a browser sets it, in widths of an em. */
async function widthOf(page: Page, { weights, usualWeight }: Source, path: string, text: string) {
  const url = `data:font/woff2;base64,${readFileSync(path).toString('base64')}`;
  const width = await page.evaluate(
    async (given) => {
      const face = new FontFace('measured', `url(${given.url})`, { weight: given.weights });
      document.fonts.add(await face.load());
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('This browser draws no text.');
      context.font = `${given.usualWeight} ${given.size}px measured`;
      const { width } = context.measureText(given.text);
      document.fonts.delete(face);
      return width;
    },
    { url, weights, usualWeight, text, size: MEASURED_AT },
  );
  return width / MEASURED_AT;
}

const percent = (share: number) => Number((share * 100).toFixed(2));

/** How much wider than Arial the face of most Linux devices sets this text. */
const DEJAVU_TO_ARIAL = { mixed: 1.139, capitals: 1.007 };

/** What a face of the device must be stretched to, in %, so that text takes the room it will take in the hosted one. */
async function fallbackOf(page: Page, source: Source, path: string) {
  const { ascent, descent, lineGap, unitsPerEm } = await fromFile(path);
  const text = source.isCapitals ? SAMPLE.toUpperCase() : SAMPLE;
  const size = (await widthOf(page, source, path, text)) / arialWidth(text);
  const stretched = (by: number) => {
    const share = (units: number) => percent(Math.abs(units) / unitsPerEm / by);
    return {
      sizeAdjust: percent(by),
      ascentOverride: share(ascent),
      descentOverride: share(descent),
      lineGapOverride: share(lineGap),
    };
  };
  const wider = DEJAVU_TO_ARIAL[source.isCapitals ? 'capitals' : 'mixed'];
  return { arial: stretched(size), dejaVu: stretched(size / wider) };
}

async function facts(page: Page) {
  const { resolve } = createRequire(import.meta.url);
  const known: Record<string, object> = {};
  for (const [name, source] of Object.entries(SOURCES)) {
    const path = resolve(source.file);
    const { family, weights } = source;
    const fallback = await fallbackOf(page, source, path);
    known[name] = { family, weights, bytes: readFileSync(path).length, ...fallback };
  }
  return known;
}

/** Text of `typefaces.data.ts`. */
export async function typefacesModule(): Promise<string> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS.slice(1),
  });
  try {
    const known = await facts(await browser.newPage());
    return [
      '/** Made by scripts/typefaces.ts: hosted typefaces, bytes of a file, and in % how faces of the device take the same room. */',
      `export const TYPEFACES = ${JSON.stringify(known, null, 2)} as const;`,
      '',
    ].join('\n');
  } finally {
    await browser.close();
  }
}
