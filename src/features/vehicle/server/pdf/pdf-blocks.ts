import type { Fact } from '#src/features/vehicle/text/vehicle-facts.ts';
import { PAGE, type Paper, type Place, type TextStyle } from './pdf-paper.ts';

export type Block = { height: number; draw: (y: number) => void };

const HEADING: TextStyle = { face: 'bold', size: 11.5, colour: 'brand' };
const HEADING_HEIGHT = 22;
const LABEL: TextStyle = { size: 9, colour: 'inkMuted' };
const FACT: TextStyle = { face: 'bold', size: 9.5 };
const BODY: TextStyle = { size: 9.5, lineGap: 2 };
const GAP = 24;
const ROW_PADDING = 3;
const LABEL_SHARE = 0.42;
const FEATURE: TextStyle = { size: 9 };
const FEATURE_COLUMNS = 3;
const BULLET_WIDTH = 9;

function heading(paper: Paper, text: string, place: Place): void {
  paper.write('H2', text, HEADING, place);
  paper.decorate(() => {
    const under = place.y + HEADING_HEIGHT - 5;
    paper.doc
      .moveTo(place.x, under)
      .lineTo(place.x + place.width, under)
      .lineWidth(0.75);
    paper.doc.strokeColor(paper.colours.brand).stroke();
  });
}

/** Fills columns from the left. */
function columnsOf<T>(items: readonly T[], count: number): T[][] {
  const length = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, at) => items.slice(at * length, (at + 1) * length));
}

const total = (heights: readonly number[]) => heights.reduce((sum, height) => sum + height, 0);

/** Facts in two columns, tagged as a table. */
export function factsBlock(paper: Paper, title: string, rows: readonly Fact[], { x, width }: Place): Block {
  const columnWidth = (width - GAP) / 2;
  const labelWidth = columnWidth * LABEL_SHARE;
  const valueWidth = columnWidth - labelWidth - 6;
  const heightOf = ({ label, text }: Fact) =>
    Math.max(paper.heightOf(label, LABEL, labelWidth), paper.heightOf(text, FACT, valueWidth)) +
    2 * ROW_PADDING;
  const columns = columnsOf(rows, 2).map((facts) =>
    facts.map((fact) => ({ ...fact, height: heightOf(fact) })),
  );
  const height = Math.max(...columns.map((facts) => total(facts.map((fact) => fact.height))));

  function drawRow(
    fact: Fact & { height: number },
    left: number,
    y: number,
    table: PDFKit.PDFStructureElement,
  ) {
    const top = y + ROW_PADDING;
    paper.group(
      'TR',
      (row) => {
        paper.write('TH', fact.label, LABEL, { x: left, y: top, width: labelWidth }, row);
        paper.write('TD', fact.text, FACT, { x: left + labelWidth + 6, y: top, width: valueWidth }, row);
      },
      table,
    );
    paper.decorate(() => {
      const under = y + fact.height;
      paper.doc
        .moveTo(left, under)
        .lineTo(left + columnWidth, under)
        .lineWidth(0.5);
      paper.doc.strokeColor(paper.colours.line).stroke();
    });
  }

  return {
    height: HEADING_HEIGHT + height,
    draw(y) {
      heading(paper, title, { x, y, width });
      paper.group('Table', (table) => {
        for (const [at, facts] of columns.entries()) {
          let top = y + HEADING_HEIGHT;
          for (const fact of facts) {
            drawRow(fact, x + at * (columnWidth + GAP), top, table);
            top += fact.height;
          }
        }
      });
    },
  };
}

export function listBlock(paper: Paper, title: string, items: readonly string[], { x, width }: Place): Block {
  const columnWidth = (width - (FEATURE_COLUMNS - 1) * GAP) / FEATURE_COLUMNS;
  const textWidth = columnWidth - BULLET_WIDTH;
  const columns = columnsOf(items, FEATURE_COLUMNS).map((texts) =>
    texts.map((text) => ({ text, height: paper.heightOf(text, FEATURE, textWidth) + 3 })),
  );
  const height = Math.max(...columns.map((entries) => total(entries.map((entry) => entry.height))));
  return {
    height: HEADING_HEIGHT + height,
    draw(y) {
      heading(paper, title, { x, y, width });
      paper.group('L', (list) => {
        for (const [at, entries] of columns.entries()) {
          const left = x + at * (columnWidth + GAP);
          let top = y + HEADING_HEIGHT;
          for (const { text, height: entryHeight } of entries) {
            paper.group(
              'LI',
              (item) => {
                paper.write(
                  'Lbl',
                  '•',
                  { ...FEATURE, colour: 'brand' },
                  { x: left, y: top, width: BULLET_WIDTH },
                  item,
                );
                paper.write(
                  'LBody',
                  text,
                  FEATURE,
                  { x: left + BULLET_WIDTH, y: top, width: textWidth },
                  item,
                );
              },
              list,
            );
            top += entryHeight;
          }
        }
      });
    },
  };
}

export function textBlock(paper: Paper, title: string, words: string, { x, width }: Place): Block {
  return {
    height: HEADING_HEIGHT + paper.heightOf(words, BODY, width),
    draw(y) {
      heading(paper, title, { x, y, width });
      paper.write('P', words, BODY, { x, y: y + HEADING_HEIGHT, width });
    },
  };
}

const SMALL: TextStyle = { size: 7.5, colour: 'inkMuted', lineGap: 1 };
const SMALL_GAP = 4;

export function smallPrintBlock(paper: Paper, texts: readonly string[], { x, width }: Place): Block {
  const heights = texts.map((text) => paper.heightOf(text, SMALL, width) + SMALL_GAP);
  return {
    height: total(heights),
    draw(y) {
      let top = y;
      for (const text of texts) {
        paper.write('P', text, SMALL, { x, y: top, width });
        top = paper.doc.y + SMALL_GAP;
      }
    },
  };
}

export const PAGE_END = PAGE.height - PAGE.margin;
