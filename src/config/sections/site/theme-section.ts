import * as v from 'valibot';
import { ColourSchema, SlugSchema } from '#src/config/sections/setting-types.ts';

/** Available templates; `src/platform/theme` contains their settings and styles. */
export const TEMPLATE_NAMES = ['metro', 'yard', 'salon'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

const colour = (text: string) => v.pipe(ColourSchema, v.description(text));

/** Hosted typefaces; sizes and metrics are in `config/sections/typefaces.data.ts`. */
const DISPLAY_FACES = ['plus-jakarta-sans', 'league-gothic', 'marcellus', 'figtree', 'manrope'] as const;
const TEXT_FACES = ['plus-jakarta-sans', 'figtree', 'manrope'] as const;

/** Colour roles; `dealer-files/checks/check-dealer.ts` checks all text pairs for WCAG AA. */
const ColoursSchema = v.strictObject({
  brand: colour('Main colour: header, primary buttons, links'),
  onBrand: colour('Text on brand'),
  accent: colour('Second colour: price tags and highlights'),
  onAccent: colour('Text on accent'),
  ink: colour('Body text'),
  inkMuted: colour('Secondary text'),
  page: colour('Page background'),
  surface: colour('Cards and panels'),
  surfaceStrong: colour('Dark band: footer and hero'),
  onSurfaceStrong: colour('Text on the dark band'),
  line: colour('Borders and rules'),
});

/** CFG-15: colours and type of a dealer; layout, spacing and cards come from the template. */
export const ThemeSchema = v.strictObject({
  colours: v.pipe(
    ColoursSchema,
    v.description('Colours by role; text needs a contrast of 4.5:1 with its background'),
  ),
  fontDisplay: v.pipe(v.picklist(DISPLAY_FACES), v.description('Hosted typeface of headings')),
  fontText: v.pipe(v.picklist(TEXT_FACES), v.description('Hosted typeface of text')),
  displayWeight: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(400),
    v.maxValue(800),
    v.description('Font weight of headings; League Gothic and Marcellus have only one'),
  ),
  displayCase: v.pipe(v.picklist(['none', 'uppercase']), v.description('Letters of headings')),
  radius: v.pipe(v.number(), v.minValue(0), v.maxValue(28), v.description('Corner radius of cards, px')),
  header: v.pipe(
    v.picklist(['light', 'brand', 'dark']),
    v.description('Header background; in dark mode `brand` keeps the light site’s colour'),
  ),
  footer: v.pipe(v.picklist(['light', 'dark']), v.description('Footer background')),
  logo: v.pipe(v.picklist(['roundel', 'plate']), v.description('Shape of the emblem in the word mark')),
  dark: v.pipe(
    v.picklist(['off', 'system']),
    v.description('Whether the site has a dark mode, for devices set to dark'),
  ),
  darkColours: v.optional(
    v.pipe(
      v.partial(ColoursSchema),
      v.description('Dark-mode colours by role; any left out are derived from `colours`'),
    ),
    {},
  ),
});

/** CFG-15: brand colours by make slug; the five in the specification have defaults. */
export const BrandColoursSchema = v.pipe(
  v.record(SlugSchema, ColourSchema),
  v.description('CFG-15: colour of a make, by its slug, on its pages'),
);
export const MAKE_COLOURS: Readonly<Record<string, string>> = {
  subaru: '#013c74',
  foton: '#c8102e',
  peugeot: '#1b1b1b',
  skoda: '#0e3a2f',
  deepal: '#2f6bff',
};

export type Theme = v.InferOutput<typeof ThemeSchema>;
export type ThemeColours = Theme['colours'];
export type TypefaceName = Theme['fontDisplay'];
