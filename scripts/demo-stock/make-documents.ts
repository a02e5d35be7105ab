import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { factsBlock, textBlock } from '#src/features/vehicle/server/pdf/pdf-blocks.ts';
import { COLUMN, fontsOf, openPaper, PAGE } from '#src/features/vehicle/server/pdf/pdf-paper.ts';
import { CAR_ANALYSIS, HISTORY_REPORT } from './office-facts.ts';

/** Writes the reports that vehicles of the demo lead to: `npx node scripts/demo-stock/make-documents.ts`. */
const COLOURS = {
  brand: '#1b5e9e',
  onBrand: '#ffffff',
  ink: '#17202a',
  inkMuted: '#4a5663',
  tint: '#f4f5f7',
  line: '#d8dee6',
};
const GAP = 22;

type Document = { title: string; says: string; tables: Record<string, Record<string, string>> };

const DOCUMENTS: Readonly<Record<string, Document>> = {
  [HISTORY_REPORT]: {
    title: 'Vehicle history report',
    says: 'This report is a sample: every vehicle of the demo leads to it. On a dealer’s site the feed names the report that a history service has made for the very vehicle.',
    tables: {
      'Checked against the registers': {
        'Written off': 'No record',
        Stolen: 'No record',
        'Finance owing': 'No record',
        'Safety recalls': 'None open',
        'Flood or hail': 'No record',
        'Registered in': 'One state',
      },
      'Odometer readings': {
        'At delivery': '12 km',
        'First service': '14,870 km',
        'Second service': '29,940 km',
        Verdict: 'Consistent',
      },
    },
  },
  [CAR_ANALYSIS]: {
    title: 'Car analysis',
    says: 'This analysis is a sample: every vehicle of the demo leads to it. On a dealer’s site the feed names the analysis of the very vehicle.',
    tables: {
      Inspection: {
        Body: 'Straight, one stone chip',
        Paint: 'Original',
        Tyres: '6 mm all round',
        Brakes: '70% left',
        Battery: 'Holds its charge',
        'Road test': 'No faults',
      },
      Running: {
        'Last service': 'On time, by the book',
        'Next service': 'In six months',
        'Keys and books': 'Two keys, both books',
        Owners: 'One',
      },
    },
  },
};

async function pdfOf({ title, says, tables }: Document): Promise<Buffer> {
  const faces = await fontsOf({ fontText: 'figtree', fontDisplay: 'figtree' });
  const madeAt = new Date('2026-11-01T00:00:00Z');
  const paper = openPaper({ title, author: 'Forecourt demo', madeAt, faces, colours: COLOURS });
  let y = paper.write('P', 'SAMPLE', { face: 'bold', size: 10, colour: 'inkMuted' }, COLUMN);
  y = paper.write('H1', title, { face: 'display', size: 26, colour: 'brand' }, { ...COLUMN, y: y + 4 });
  const blocks = [
    textBlock(paper, 'What this is', says, COLUMN),
    ...Object.entries(tables).map(([heading, rows]) => {
      const facts = Object.entries(rows).map(([label, text]) => ({ label, text }));
      return factsBlock(paper, heading, facts, COLUMN);
    }),
  ];
  y += GAP;
  for (const { height, draw } of blocks) {
    draw(y);
    y += height + GAP;
  }
  if (y > PAGE.height) throw new RangeError(`"${title}" does not fit on its page.`);
  return paper.bytes();
}

for (const [path, document] of Object.entries(DOCUMENTS)) {
  const file = resolve(`public${path}`);
  mkdirSync(dirname(file), { recursive: true });
  const bytes = await pdfOf(document);
  writeFileSync(file, bytes);
  console.log(`public${path}: ${bytes.length} bytes`);
}
