import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { create, type OpenedFace } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { Theme, TypefaceName } from '#src/config/sections/site/theme-section.ts';
import { TYPEFACE_LETTERS } from '#src/config/sections/typefaces.data.ts';

/** Typefaces of a document. */
type Faces = { text: OpenedFace; bold: OpenedFace; display: OpenedFace };

/** These have one weight, used for bold too. */
const ONE_WEIGHT: ReadonlySet<TypefaceName> = new Set(['league-gothic', 'marcellus']);

const opened = new Map<string, Promise<OpenedFace>>();

/** Read and opened once: what a face has decoded for one document serves the next. All files are 180 KB. */
function faceOf(name: string): Promise<OpenedFace> {
  const known = opened.get(name) ?? readFile(new URL(`./fonts/${name}.ttf`, import.meta.url)).then(create);
  opened.set(name, known);
  return known;
}

const boldOf = (name: TypefaceName) => faceOf(ONE_WEIGHT.has(name) ? name : `${name}-bold`);

/** The typefaces of a dealer's site for paper. */
export async function facesOf({
  fontText,
  fontDisplay,
}: Pick<Theme, 'fontText' | 'fontDisplay'>): Promise<Faces> {
  const [text, bold, display] = await Promise.all([faceOf(fontText), boldOf(fontText), boldOf(fontDisplay)]);
  return { text, bold, display };
}

/** Colours of a document, `#rrggbb`, each legible on white or on the named background. */
export type PaperColours = Readonly<
  Record<'brand' | 'onBrand' | 'ink' | 'inkMuted' | 'tint' | 'line', string>
>;
export type Face = 'text' | 'bold' | 'display';
type Structure = PDFKit.PDFStructureElement;

/** How a text is set: face, size in points and colour, then what pdfkit takes. */
export type TextStyle = { face?: Face; size: number; colour?: keyof PaperColours } & Pick<
  PDFKit.Mixins.TextOptions,
  'lineGap' | 'align' | 'height' | 'ellipsis' | 'link'
>;
export type Place = { x: number; y: number; width: number };

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 40 } as const;
export const COLUMN: Place = { x: PAGE.margin, y: PAGE.margin, width: PAGE.width - 2 * PAGE.margin };

/** A tagged document: text is part of its structure, drawings are not. */
export type Paper = ReturnType<typeof openPaper>;

export function openPaper(options: {
  title: string;
  author: string;
  madeAt: Date;
  faces: Faces;
  colours: PaperColours;
}) {
  const { title, author, madeAt, faces, colours } = options;
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    // None until a text is set: the built-in one would be read for each document.
    font: '',
    margin: PAGE.margin,
    // The photo is drawn last, on the first page.
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

  /** Content becomes children of the element, in order. */
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
    /** Writes a text as an element, "P" or "H1", and returns where it ends. */
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
    /** Draws decoration: backgrounds and rules. */
    decorate(draw: () => void): void {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.save();
      draw();
      doc.restore();
      doc.endMarkedContent();
    },
    /** Draws a picture described by `alt`. */
    figure(alt: string, draw: () => void): void {
      root.add(doc.struct('Figure', { alt }, draw));
    },
    /** A picture described by `alt`, read at this place: the result draws it on the first page, once it is there. */
    laterFigure(alt: string): (draw: () => void) => void {
      const element = doc.struct('Figure', { alt });
      root.add(element);
      return (draw) => {
        doc.switchToPage(0);
        element.add(draw);
        element.end();
      };
    },
    /** The whole file. */
    bytes(): Promise<Buffer> {
      root.end();
      doc.end();
      return buffer(doc);
    },
  };
}

/** Of `U+0020-007E,U+00A0`. */
const rangesOf = (text: string) =>
  text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice('U+'.length)
      .split('-')
      .map((point) => Number.parseInt(point, 16));
    return { from, to };
  });
const RANGES = Object.values(TYPEFACE_LETTERS).flatMap(rangesOf);

/** Two of the faces have no arrows. */
const ARROWS: Readonly<Record<string, string>> = { '←': '<-', '→': '->' };
/** Replacements for signs in feeds that the faces lack. */
const WRITTEN: Readonly<Record<string, string>> = {
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

const isSet = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return !(character in ARROWS) && RANGES.some(({ from, to }) => point >= from && point <= to);
};

/** A character as the faces have it: itself, without an accent they lack, `?` for a foreign letter, else nothing. */
function written(character: string): string {
  if (character === '\n' || isSet(character)) return character;
  if (/\s/u.test(character)) return ' ';
  const known = WRITTEN[character];
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').replace(ACCENT, '');
  if (plain !== '' && [...plain].every(isSet)) return plain;
  return /[\p{L}\p{N}]/u.test(character) ? '?' : '';
}

/**
 * Text in the letters a document is set in. A letter in another script becomes "?"; other characters, such as emoji,
 * are left out with the space before them.
 */
export function paperText(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').split('\n');
  const clean = lines.map((line) => [...line].map(written).join('').replace(/ {2,}/g, ' ').trim());
  return clean
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** At most `limit` characters and an ellipsis, cut between words; whole where it fits. */
export function cutAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const start = characters.slice(0, limit).join('');
  const whole = /\s/.test(characters[limit] ?? '') ? start : start.replace(/\S+$/, '');
  return `${(whole.trim() || start).replace(/[\s,;:.–-]+$/, '')}…`;
}
