import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Faces } from './faces.ts';

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
