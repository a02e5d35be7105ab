import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Theme } from '#src/config/sections/site/theme-section.ts';
import { TYPEFACE_LETTERS } from '#src/config/sections/typefaces.data.ts';
import { vehiclePlaceOf } from '#src/features/vehicle/server/vehicle-place.ts';
import type { VehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';
import { paperColours } from '#src/platform/theme/theme-colours.ts';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { readPdf } from '../../../../../tests/fixtures/pdf-text.ts';
import { vehiclePdf } from './vehicle-pdf.ts';

const dealer = configured();
const ADDRESS = 'https://www.switchboard.example/cars/2024-skoda-kodiaq-1';

const SHEET: VehicleSheet = {
  dealerName: 'Harbour City Motors',
  name: '2024 Škoda Kodiaq',
  address: ADDRESS,
  todayText: '18 June 2026',
  picture: undefined,
  price: {
    kind: 'price',
    text: '$45,990',
    typeText: 'Excl. government charges',
    cents: 4_599_000,
    wasText: null,
  },
  repayment: {
    kind: 'amount',
    amountText: '$215 / week',
    rateText: '7.49% p.a. interest rate',
    comparisonText: '8.32% p.a. comparison rate',
    termText: 'over 5 years',
  },
  tables: [
    { heading: 'Key information', rows: [{ label: 'Odometer', text: '21,000 km' }] },
    { heading: 'Specifications', rows: [{ label: 'Torque', text: '320 Nm' }] },
  ],
  features: ['Tow bar', '360° camera'],
  comments: 'Tidier than a Citroën – one owner’s pride 🚙🔥 in Māori country.',
  basis: undefined,
  smallPrint: [
    'WARNING: This comparison rate is true only for the example given.',
    'Please confirm details.',
  ],
};

const photo = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer();

async function made(
  sheet: Partial<VehicleSheet> = {},
  file?: Promise<Buffer | undefined>,
  theme: Partial<Theme> = {},
) {
  const bytes = await vehiclePdf({
    sheet: { ...SHEET, ...sheet },
    place: vehiclePlaceOf({ location_slug: 'harbour-city-sales' }, dealer),
    photo: file,
    theme: { ...dealer.theme, ...theme },
    colours: paperColours(dealer.theme.colours),
    madeAt: new Date('2026-06-18T02:00:00Z'),
  });
  return readPdf(bytes);
}

it('VDP-20 a PDF names dealer, vehicle, price with its type, facts, features, place, hours and licence', async () => {
  const { text, pages } = await made();
  expect(pages).toBe(1);
  for (const said of [
    'Harbour City Motors',
    '2024 Škoda Kodiaq',
    '$45,990 Excl. government charges',
    'Odometer 21,000 km',
    'Torque 320 Nm',
    'Tow bar',
    '360° camera',
    '418 Wickham Street, Fortitude Valley QLD 4006',
    'Sunday: Closed',
    'DL# 4410217',
    'WARNING: This comparison rate',
    'Please confirm details.',
  ])
    expect(text).toContain(said);
});

it('VDP-20 repayment, rate and comparison rate are set alike, and are absent together', async () => {
  const { pieces } = await made();
  const sizes = ['$215 / week', '7.49% p.a. interest rate', '8.32% p.a. comparison rate'].map((said) => {
    const piece = pieces.find(({ text }) => text === said);
    return `${piece?.height} ${piece?.face}`;
  });
  expect(sizes[0]).toMatch(/^\d/);
  expect(new Set(sizes).size).toBe(1);
  expect((await made()).text).toContain('Advertised estimate over 5 years');
  expect((await made({ repayment: undefined })).text).not.toMatch(/comparison rate [^i]|p\.a\./);
});

it('VDP-20 the PDF holds no number of the dealer (decision 17)', async () => {
  expect((await made()).text).not.toMatch(/07 ?5550/);
});

it('VDP-20 letters of other languages are set, and emoji are left out', async () => {
  const { text } = await made({ name: '2024 Škoda 東京' });
  expect(text).toContain('Tidier than a Citroën – one owner’s pride in Māori country.');
  expect(text).toContain('2024 Škoda ??');
});

const LETTERS = Object.values(TYPEFACE_LETTERS)
  .flatMap((ranges) => ranges.split(','))
  .flatMap((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((point) => Number.parseInt(point, 16));
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  });

it.each([
  ['plus-jakarta-sans', 'marcellus'],
  ['figtree', 'league-gothic'],
  ['manrope', 'manrope'],
  ['figtree', 'figtree'],
] as const)('CFG-15 a PDF in %s and %s has every letter of the sites', async (fontText, fontDisplay) => {
  const said = LETTERS.filter((letter) => /\p{L}/u.test(letter)).join('');
  const sheet = { dealerName: 'Škoda Ā', name: LETTERS.join(''), comments: LETTERS.join('') };
  const { text, pages } = await made(sheet, undefined, { fontText, fontDisplay });
  expect(pages).toBe(1);
  expect(text).toContain('Škoda Ā');
  for (const letter of said) expect(text.split(letter).length, letter).toBeGreaterThan(2);
});

it('VDP-20 the PDF is tagged, in English and named after the vehicle', async () => {
  const { roles, title, language, links } = await made({}, photo());
  expect(title).toBe('2024 Škoda Kodiaq');
  expect(language).toBe('en-AU');
  expect(roles[0]).toBe('Document');
  expect(roles.filter((role) => role === 'H1')).toHaveLength(1);
  for (const role of ['H2', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'Link', 'P']) expect(roles).toContain(role);
  expect(roles).toContain('Figure: 2024 Škoda Kodiaq');
  expect(roles).toContain(`Figure: QR code of ${ADDRESS}`);
  expect(new Set(links)).toEqual(new Set([ADDRESS]));
});

it.each([
  ['without a photo', undefined],
  ['whose photo is damaged', Promise.resolve(undefined)],
])('VDP-20 a vehicle %s also has a page', async (_, file) => {
  const { roles, text } = await made({}, file);
  expect(roles.filter((role) => role.startsWith('Figure'))).toEqual([`Figure: QR code of ${ADDRESS}`]);
  expect(text).toContain('2024 Škoda Kodiaq');
});

const TWO_PAGES: Partial<VehicleSheet> = {
  comments: 'considerately '.repeat(400),
  features: Array.from({ length: 90 }, (_, at) => `Feature number ${at}`),
  tables: SHEET.tables.map(({ heading }) => ({
    heading,
    rows: Array.from({ length: 17 }, (_, at) => ({
      label: `Fact ${at}`,
      text: 'Said in several words of its own',
    })),
  })),
};

it('VDP-20 a photo that is there after all pages are set is on the first, before the name', async () => {
  const late = photo().then(async (file) => {
    await new Promise((resolve) => setImmediate(resolve));
    return file;
  });
  const { roles, pages } = await made(TWO_PAGES, late);
  expect(pages).toBeGreaterThan(1);
  const read = roles.slice(0, roles.indexOf('H1') + 1);
  expect(read.at(-2)).toBe('Figure: 2024 Škoda Kodiaq');
});

it('VDP-20 long comments are cut after a word, and a vehicle with everything takes two pages', async () => {
  const { text, pages } = await made(TWO_PAGES);
  expect(pages).toBe(2);
  expect(text).toContain('considerately…');
  expect(text).toContain('and 31 more');
});

it('VDP-20 a lender’s pages of small print are never cut', async () => {
  const { text, pages } = await made({ smallPrint: [`${'Terms apply. '.repeat(1200)}The end.`] });
  expect(pages).toBeGreaterThan(1);
  expect(text).toContain('The end.');
});

it('VDP-20 documents share their opened typefaces and are the same one by one and at once', async () => {
  const names = ['2024 Škoda Kodiaq', '2019 Citroën C3', '2021 Kia Cerato', '2024 Škoda Kodiaq'];
  const textOf = async (name: string) => (await made({ name })).text;
  const oneByOne: string[] = [];
  for (const name of names) oneByOne.push(await textOf(name));
  expect(await Promise.all(names.map(textOf))).toEqual(oneByOne);
  expect(oneByOne.map((text, at) => text.includes(names[at] ?? ''))).toEqual([true, true, true, true]);
});
