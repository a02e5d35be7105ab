import type { Theme } from '#src/config/sections/site/theme-section.ts';
import type { VehiclePlace } from '#src/features/vehicle/server/vehicle-place.ts';
import type { VehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';
import { type Block, factsBlock, listBlock, PAGE_END, smallPrintBlock, textBlock } from './pdf-blocks.ts';
import { drawBand, drawContinuation, drawHero, placePanel } from './pdf-page-parts.ts';
import {
  COLUMN,
  fontsOf,
  openPaper,
  type Paper,
  type PaperColours,
  toSupportedText,
  truncateAtWord,
} from './pdf-paper.ts';

const GAP = 18;
/** Limits for the dealer's comments, tried until the document fits on two pages. */
const COMMENTS_CHARACTERS = [1500, 1200, 900, 600, 400, 250];
const FACT_CHARACTERS = 120;
const FEATURE_CHARACTERS = 80;
const FEATURES_LISTED = 60;
const CONTINUED_TOP = 46;
/** Taller small print, such as that of some lenders, comes last. */
const SMALL_PRINT_ON_FIRST_PAGE = 150;

function featureTexts(features: readonly string[]): string[] {
  const texts = features
    .map((text) => truncateAtWord(toSupportedText(text), FEATURE_CHARACTERS))
    .filter(Boolean);
  const more = texts.length - FEATURES_LISTED;
  return more > 0 ? [...texts.slice(0, FEATURES_LISTED - 1), `and ${more + 1} more`] : texts;
}

/** The blocks between photo and panel, without the dealer's comments. */
function blocksOf(paper: Paper, { tables, features }: VehicleSheet): Block[] {
  const listed = featureTexts(features);
  return [
    ...tables.map(({ heading, rows }) => {
      const facts = rows.map(({ label, text }) => ({
        label,
        text: truncateAtWord(toSupportedText(text), FACT_CHARACTERS),
      }));
      return factsBlock(paper, heading, facts, COLUMN);
    }),
    ...(listed.length > 0 ? [listBlock(paper, 'Features', listed, COLUMN)] : []),
  ];
}

/** Truncates the comments to fit `room`, in points, but not below the shortest limit. */
function commentsBlock(paper: Paper, words: string, room: number): Block {
  const [most = 0, ...less] = COMMENTS_CHARACTERS;
  const cutTo = (limit: number) => textBlock(paper, 'Dealer comments', truncateAtWord(words, limit), COLUMN);
  let block = cutTo(most);
  for (const limit of less) if (block.height > room) block = cutTo(limit);
  return block;
}

/** Draws the blocks that fit between two heights. @returns the remaining blocks and the next free height */
function drawFitting(blocks: readonly Block[], from: number, to: number): { left: Block[]; end: number } {
  let end = from;
  const left = blocks.filter(({ height, draw }) => {
    if (end + height > to) return true;
    draw(end);
    end += height + GAP;
    return false;
  });
  return { left, end };
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height + GAP, 0);

/** Draws blocks in sequence, with a page break before any that does not fit. */
function drawSequence(paper: Paper, sheet: VehicleSheet, blocks: readonly Block[]): void {
  let y: number = PAGE_END;
  for (const { height, draw } of blocks) {
    if (y + height > PAGE_END) {
      paper.doc.addPage();
      drawContinuation(paper, sheet);
      y = CONTINUED_TOP;
    }
    draw(y);
    y += height + GAP;
  }
}

/**
 * VDP-20: an A4 page for the windscreen, with a second page for the rest. Text is laid out while the photo is encoded.
 * @param photo JPEG; the page has none if it is undefined or resolves to undefined
 */
export async function vehiclePdf(options: {
  sheet: VehicleSheet;
  place: VehiclePlace;
  photo: Promise<Buffer | undefined> | undefined;
  theme: Pick<Theme, 'fontText' | 'fontDisplay'>;
  colours: PaperColours;
  madeAt: Date;
}): Promise<Buffer> {
  const { sheet, place, photo, theme, colours, madeAt } = options;
  const title = toSupportedText(sheet.name);
  const author = toSupportedText(sheet.dealerName);
  const paper = openPaper({ title, author, madeAt, faces: await fontsOf(theme), colours });
  const panel = placePanel(paper, sheet, place);
  const { basis = [], smallPrint } = sheet;
  const small = smallPrintBlock(paper, [basis, smallPrint].flat().map(toSupportedText), COLUMN);
  const isSmallPrintFirst = small.height <= SMALL_PRINT_ON_FIRST_PAGE;
  const panelTop = PAGE_END - panel.height - (isSmallPrintFirst ? small.height + 10 : 0);

  drawBand(paper, sheet);
  const hero = drawHero(paper, sheet, photo !== undefined);
  const { left, end } = drawFitting(blocksOf(paper, sheet), hero.end + GAP, panelTop - GAP);
  const words = toSupportedText(sheet.comments ?? '');
  if (words) {
    const comments = commentsBlock(paper, words, PAGE_END - CONTINUED_TOP - heightOf(left));
    left.push(...drawFitting([comments], end, panelTop - GAP).left);
  }
  panel.draw(panelTop);
  if (isSmallPrintFirst) small.draw(panelTop + panel.height + 10);
  drawSequence(paper, sheet, isSmallPrintFirst ? left : [...left, small]);
  if (hero.drawPhoto) {
    const picture = await photo;
    if (!picture) return vehiclePdf({ ...options, photo: undefined });
    hero.drawPhoto(picture);
  }
  return paper.bytes();
}
