import { encode } from 'uqr';
import { dealerLicence } from '#src/config/public/dealer-facts.ts';
import { collapseWeekdays, weekHours } from '#src/features/locations/hours/opening-hours.ts';
import { addressText } from '#src/features/locations/location-directory.ts';
import type { VehiclePlace } from '#src/features/vehicle/server/vehicle-place.ts';
import type { VehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';
import type { Block } from './pdf-blocks.ts';
import { COLUMN, PAGE, type Paper, type Place, type TextStyle, toSupportedText } from './pdf-paper.ts';

/** Width of the quiet zone in modules, as required by the QR code standard. */
const QUIET_MODULES = 4;

/** @param place its `width` includes the quiet zone */
function drawQrCode(paper: Paper, address: string, { x, y, width }: Place): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const module = width / (size + 2 * QUIET_MODULES);
  paper.figure(`QR code of ${address}`, () => {
    const { doc } = paper;
    doc.save().rect(x, y, width, width).fill('#ffffff');
    for (const [row, cells] of data.entries()) {
      for (const [column, isDark] of cells.entries()) {
        if (!isDark || cells[column - 1]) continue;
        const end = cells.findIndex((dark, at) => at > column && !dark);
        const modules = (end === -1 ? size : end) - column;
        doc.rect(
          x + (column + QUIET_MODULES) * module,
          y + (row + QUIET_MODULES) * module,
          modules * module,
          module,
        );
      }
    }
    doc.fill('#000000').restore();
  });
}

const BAND_HEIGHT = 60;
const HERO_TOP = BAND_HEIGHT + 20;
const PHOTO_WIDTH = 336;
/** Aspect ratio. */
const PHOTO_SHAPE = 3 / 2;
const HERO_GAP = 20;
const DATE_WIDTH = 130;

/** Font sizes, largest first; the first that fits is used. */
const NAME_SIZES = [24, 21, 18, 16, 14];
const NAME_HEIGHT = 80;
const DEALER_SIZES = [21, 18, 15, 12];

const PRICE: TextStyle = { face: 'bold', size: 28, colour: 'brand' };
const PRICE_TYPE: TextStyle = { face: 'bold', size: 11 };
const TERM: TextStyle = { size: 8.5, colour: 'inkMuted' };
/** Decision 20: by law, amount, rate and comparison rate have the same size, weight and colour. */
const REPAYMENT: TextStyle = { face: 'bold', size: 11 };

/** A full-width band in the dealer's colour. */
export function drawBand(paper: Paper, { dealerName, todayText }: VehicleSheet): void {
  const { doc, colours } = paper;
  paper.decorate(() => doc.rect(0, 0, PAGE.width, BAND_HEIGHT).fill(colours.brand));
  const width = COLUMN.width - DATE_WIDTH - HERO_GAP;
  const name = toSupportedText(dealerName);
  const sizes = DEALER_SIZES.map((size): TextStyle => ({ face: 'display', size, colour: 'onBrand' }));
  const style = sizes.find((each) => paper.widthOf(name, each) < width) ?? sizes.at(-1);
  if (!style) return;
  const middle = (height: number) => (BAND_HEIGHT - height) / 2;
  const height = paper.heightOf('X', style, width);
  paper.write('P', name, { ...style, height, ellipsis: true }, { x: COLUMN.x, y: middle(height), width });
  const date: TextStyle = { size: 9, colour: 'onBrand', align: 'right' };
  const x = COLUMN.x + COLUMN.width - DATE_WIDTH;
  paper.write('P', todayText, date, {
    x,
    y: middle(paper.heightOf('X', date, DATE_WIDTH)),
    width: DATE_WIDTH,
  });
}

function drawOffer(paper: Paper, { name, price, repayment }: VehicleSheet, { x, y, width }: Place): number {
  const title = toSupportedText(name);
  const sizes = NAME_SIZES.map((size): TextStyle => ({ face: 'display', size, lineGap: 0 }));
  const style = sizes.find((each) => paper.heightOf(title, each, width) <= NAME_HEIGHT) ?? { ...PRICE_TYPE };
  let end = paper.write('H1', title, style, { x, y, width }) + 10;
  end = paper.write('P', toSupportedText(price.text), price.cents === null ? { ...PRICE, size: 18 } : PRICE, {
    x,
    y: end,
    width,
  });
  if (price.typeText) end = paper.write('P', price.typeText, PRICE_TYPE, { x, y: end, width });
  if (repayment) {
    end = paper.write('P', `Advertised estimate ${repayment.termText}`, TERM, { x, y: end + 12, width }) + 2;
    for (const text of [repayment.amountText, repayment.rateText, repayment.comparisonText])
      end = paper.write('P', text, REPAYMENT, { x, y: end, width });
  }
  return end;
}

/** Name, price and repayment next to the photo. @returns its lower edge, and a function to draw the photo later */
export function drawHero(
  paper: Paper,
  sheet: VehicleSheet,
  hasPhoto: boolean,
): { end: number; drawPhoto?: (photo: Buffer) => void } {
  if (!hasPhoto) return { end: drawOffer(paper, sheet, { ...COLUMN, y: HERO_TOP }) };
  const height = PHOTO_WIDTH / PHOTO_SHAPE;
  const draw = paper.deferredFigure(toSupportedText(sheet.name));
  const drawPhoto = (photo: Buffer) =>
    draw(() => {
      paper.doc.image(photo, COLUMN.x, HERO_TOP, {
        cover: [PHOTO_WIDTH, height],
        align: 'center',
        valign: 'center',
      });
    });
  const x = COLUMN.x + PHOTO_WIDTH + HERO_GAP;
  const end = drawOffer(paper, sheet, { x, y: HERO_TOP, width: COLUMN.x + COLUMN.width - x });
  return { end: Math.max(end, HERO_TOP + height), drawPhoto };
}

const PANEL_PADDING = 12;
const PANEL_COLUMNS = { place: 127, hours: 150, scan: 88, code: 90 };
const PANEL_HEADING: TextStyle = { face: 'bold', size: 9.5, colour: 'brand' };
const PANEL_TEXT: TextStyle = { size: 8.5, lineGap: 1.5 };

export function placePanel(
  paper: Paper,
  { address }: VehicleSheet,
  { location, dealership }: VehiclePlace,
): Block {
  const place = [location.name, addressText(location.address), dealerLicence(location, dealership)]
    .map(toSupportedText)
    .join('\n');
  const hours = collapseWeekdays(weekHours(location.opening_hours))
    .map(({ day, text }) => `${day}: ${text}`)
    .map(toSupportedText)
    .join('\n');
  const { place: placeWidth, hours: hoursWidth, scan: scanWidth, code: codeWidth } = PANEL_COLUMNS;
  const texts = [
    {
      heading: toSupportedText(dealership.name),
      text: place,
      width: hours ? placeWidth : placeWidth + hoursWidth,
    },
    ...(hours ? [{ heading: 'Opening hours', text: hours, width: hoursWidth }] : []),
    { heading: 'See it online', text: address.replace(/^https?:\/\//, ''), width: scanWidth, link: address },
  ].map((part) => ({ ...part, headingHeight: paper.heightOf(part.heading, PANEL_HEADING, part.width) + 2 }));
  const heights = texts.map(
    ({ text, width, headingHeight }) => headingHeight + paper.heightOf(text, PANEL_TEXT, width),
  );
  const height = Math.max(codeWidth, ...heights) + 2 * PANEL_PADDING;

  function draw(y: number): void {
    const { doc, colours } = paper;
    paper.decorate(() => doc.roundedRect(COLUMN.x, y, COLUMN.width, height, 4).fill(colours.tint));
    const top = y + PANEL_PADDING;
    let x = COLUMN.x + PANEL_PADDING;
    for (const { heading, text, width, headingHeight, ...part } of texts) {
      paper.write('H2', heading, PANEL_HEADING, { x, y: top, width });
      const at = { x, y: top + headingHeight, width };
      if ('link' in part) paper.write('Link', text, { ...PANEL_TEXT, colour: 'brand', link: part.link }, at);
      else paper.write('P', text, PANEL_TEXT, at);
      x += width + PANEL_PADDING;
    }
    drawQrCode(paper, address, {
      x: COLUMN.x + COLUMN.width - PANEL_PADDING - codeWidth,
      y: top,
      width: codeWidth,
    });
  }
  return { height, draw };
}

/** Header of further pages. */
export function drawContinuation(paper: Paper, { name, dealerName }: VehicleSheet): void {
  const { doc, colours } = paper;
  paper.decorate(() => {
    doc.rect(0, 0, PAGE.width, 8).fill(colours.brand);
    doc.font('text').fontSize(8.5).fillColor(colours.inkMuted);
    doc.text(toSupportedText(`${name} at ${dealerName}`), COLUMN.x, 22, {
      width: COLUMN.width,
      height: 12,
      ellipsis: true,
    });
  });
}
