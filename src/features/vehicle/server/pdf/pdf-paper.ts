import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { create, type OpenedFace } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { Theme, TypefaceName } from '#src/config/sections/site/theme-section.ts';
import { TYPEFACE_LETTERS } from '#src/config/sections/typefaces.data.ts';

type Fonts = { text: OpenedFace; bold: OpenedFace; display: OpenedFace };

/** Typefaces without a bold font. */
const ONE_WEIGHT: ReadonlySet<TypefaceName> = new Set(['league-gothic', 'marcellus']);

const fontCache = new Map<string, Promise<OpenedFace>>();

/** Cached with its decoded glyphs across documents. All files together are 180 KB. */
function loadFont(name: string): Promise<OpenedFace> {
  const cached =
    fontCache.get(name) ?? readFile(new URL(`./fonts/${name}.ttf`, import.meta.url)).then(create);
  fontCache.set(name, cached);
  return cached;
}

const boldOf = (name: TypefaceName) => loadFont(ONE_WEIGHT.has(name) ? name : `${name}-bold`);

export async function fontsOf({
  fontText,
  fontDisplay,
}: Pick<Theme, 'fontText' | 'fontDisplay'>): Promise<Fonts> {
  const [text, bold, display] = await Promise.all([
    loadFont(fontText),
    boldOf(fontText),
    boldOf(fontDisplay),
  ]);
  return { text, bold, display };
}

/** `#rrggbb`, each with sufficient contrast on white or on its background. */
export type PaperColours = Readonly<
  Record<'brand' | 'onBrand' | 'ink' | 'inkMuted' | 'tint' | 'line', string>
>;
export type Face = 'text' | 'bold' | 'display';
type Structure = PDFKit.PDFStructureElement;

/** `size` is in points. */
export type TextStyle = { face?: Face; size: number; colour?: keyof PaperColours } & Pick<
  PDFKit.Mixins.TextOptions,
  'lineGap' | 'align' | 'height' | 'ellipsis' | 'link'
>;
export type Place = { x: number; y: number; width: number };

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 40 } as const;
export const COLUMN: Place = { x: PAGE.margin, y: PAGE.margin, width: PAGE.width - 2 * PAGE.margin };

/** A tagged PDF: text is part of the structure, decoration is an artifact. */
export type Paper = ReturnType<typeof openPaper>;

export function openPaper(options: {
  title: string;
  author: string;
  madeAt: Date;
  faces: Fonts;
  colours: PaperColours;
}) {
  const { title, author, madeAt, faces, colours } = options;
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    // Otherwise pdfkit loads its built-in font for each document.
    font: '',
    margin: PAGE.margin,
    // The photo is drawn last, but on the first page.
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, CreationDate: madeAt },
  });
  for (const [name, file] of Object.entries(faces)) doc.registerFont(name, file);
  const root = doc.struct('Document');
  doc.addStructure(root);

  function set({ face = 'text', size, colour = 'ink' }: TextStyle): void {
    doc.font(face).fontSize(size).fillColor(colours[colour]);
  }
  const optionsOf = ({ lineGap = 1, align, height, ellipsis, link }: TextStyle, width: number) => ({
    width,
    lineGap,
    ...(align && { align }),
    ...(height !== undefined && { height }),
    ...(ellipsis && { ellipsis }),
    ...(link !== undefined && { link }),
  });

  /** Adds a structure element; content drawn inside becomes its children. */
  function group(type: string, inside: (parent: Structure) => void, parent: Structure = root): void {
    const element = doc.struct(type);
    parent.add(element);
    inside(element);
    element.end();
  }

  return {
    doc,
    colours,
    group,
    heightOf(text: string, how: TextStyle, width: number): number {
      set(how);
      return doc.heightOfString(text, optionsOf(how, width));
    },
    widthOf(text: string, how: TextStyle): number {
      set(how);
      return doc.widthOfString(text);
    },
    /** Writes text as a structure element, such as "P" or "H1". @returns the lower edge */
    write(
      type: string,
      text: string,
      how: TextStyle,
      { x, y, width }: Place,
      parent: Structure = root,
    ): number {
      const element = doc.struct(type, {}, () => {
        set(how);
        doc.text(text, x, y, optionsOf(how, width));
      });
      parent.add(element);
      return doc.y;
    },
    /** Draws backgrounds and rules as artifacts. */
    decorate(draw: () => void): void {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.save();
      draw();
      doc.restore();
      doc.endMarkedContent();
    },
    figure(alt: string, draw: () => void): void {
      root.add(doc.struct('Figure', { alt }, draw));
    },
    /** Reserves a position in the reading order. @returns a function that draws the picture on the first page */
    deferredFigure(alt: string): (draw: () => void) => void {
      const element = doc.struct('Figure', { alt });
      root.add(element);
      return (draw) => {
        doc.switchToPage(0);
        element.add(draw);
        element.end();
      };
    },
    bytes(): Promise<Buffer> {
      root.end();
      doc.end();
      return buffer(doc);
    },
  };
}

/** Parses `U+0020-007E,U+00A0`. */
const rangesOf = (text: string) =>
  text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice('U+'.length)
      .split('-')
      .map((point) => Number.parseInt(point, 16));
    return { from, to };
  });
const RANGES = Object.values(TYPEFACE_LETTERS).flatMap(rangesOf);

/** Two of the fonts lack arrows. */
const ARROWS: Readonly<Record<string, string>> = { '←': '<-', '→': '->' };
/** Replacements for characters missing from the fonts. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...ARROWS,
  '‐': '-',
  '‑': '-',
  '−': '-',
  '‚': ',',
  '„': '"',
  '″': '"',
  '′': "'",
  '●': '•',
  '▪': '•',
  '■': '•',
  '✓': '•',
  '✔': '•',
  '★': '•',
};
const ACCENT = /\p{M}/gu;

const isSupported = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return !(character in ARROWS) && RANGES.some(({ from, to }) => point >= from && point <= to);
};

/** The character, without its accent if the fonts lack it; `?` for other letters and digits; otherwise empty. */
function toSupported(character: string): string {
  if (character === '\n' || isSupported(character)) return character;
  if (/\s/u.test(character)) return ' ';
  const replacement = REPLACEMENTS[character];
  if (replacement !== undefined) return replacement;
  const plain = character.normalize('NFKD').replace(ACCENT, '');
  if (plain !== '' && [...plain].every(isSupported)) return plain;
  return /[\p{L}\p{N}]/u.test(character) ? '?' : '';
}

/**
 * Restricts text to the characters of the fonts. Letters of other scripts become "?"; other characters, such as emoji,
 * are removed.
 */
export function toSupportedText(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').split('\n');
  const clean = lines.map((line) => [...line].map(toSupported).join('').replace(/ {2,}/g, ' ').trim());
  return clean
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Truncates at a word boundary and appends an ellipsis. */
export function truncateAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const start = characters.slice(0, limit).join('');
  const whole = /\s/.test(characters[limit] ?? '') ? start : start.replace(/\S+$/, '');
  return `${(whole.trim() || start).replace(/[\s,;:.–-]+$/, '')}…`;
}
