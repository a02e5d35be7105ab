import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Theme, ThemeColours, TypefaceName } from '#src/config/sections/site/theme-section.ts';
import { TYPEFACE_RANGES, TYPEFACES } from '#src/config/sections/typefaces.data.ts';
import figtree from './fonts/figtree.woff2?url&no-inline';
import figtreeExtended from './fonts/figtree-extended.woff2?url&no-inline';
import figtreeRare from './fonts/figtree-rare.woff2?url&no-inline';
import leagueGothic from './fonts/league-gothic.woff2?url&no-inline';
import leagueGothicExtended from './fonts/league-gothic-extended.woff2?url&no-inline';
import leagueGothicRare from './fonts/league-gothic-rare.woff2?url&no-inline';
import manrope from './fonts/manrope.woff2?url&no-inline';
import manropeExtended from './fonts/manrope-extended.woff2?url&no-inline';
import manropeRare from './fonts/manrope-rare.woff2?url&no-inline';
import marcellus from './fonts/marcellus.woff2?url&no-inline';
import marcellusExtended from './fonts/marcellus-extended.woff2?url&no-inline';
import marcellusRare from './fonts/marcellus-rare.woff2?url&no-inline';
import jakarta from './fonts/plus-jakarta-sans.woff2?url&no-inline';
import jakartaExtended from './fonts/plus-jakarta-sans-extended.woff2?url&no-inline';
import jakartaRare from './fonts/plus-jakarta-sans-rare.woff2?url&no-inline';
import { type BrandColour, darkColours, frameGround, tintOf } from './theme-colours.ts';
import tokens from './tokens.css?inline';

/** Files of a typeface: letters that few pages have, and those of every page. Of faces with the same letter the last counts. */
const PARTS = ['extended', 'rare', 'usual'] as const;

/** Addresses of the hosted files, hashed by the build. */
const FONT_FILES: Record<TypefaceName, Record<(typeof PARTS)[number], string>> = {
  'plus-jakarta-sans': { usual: jakarta, rare: jakartaRare, extended: jakartaExtended },
  figtree: { usual: figtree, rare: figtreeRare, extended: figtreeExtended },
  manrope: { usual: manrope, rare: manropeRare, extended: manropeExtended },
  'league-gothic': { usual: leagueGothic, rare: leagueGothicRare, extended: leagueGothicExtended },
  marcellus: { usual: marcellus, rare: marcellusRare, extended: marcellusExtended },
};

const SYSTEM = 'system-ui,sans-serif';
/** Cut to one measure, Roboto within a hundredth, so that one set of numbers fits each. */
const ARIALS = ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Helvetica', 'Roboto'];
const DEJAVUS = ['DejaVu Sans'];

const namesOf = ({ fontDisplay, fontText }: Pick<Theme, 'fontDisplay' | 'fontText'>) => [
  ...new Set<TypefaceName>([fontText, fontDisplay]),
];

/** A value of `font-family`: the hosted face, what keeps its room until it is there, then what the device has. */
const fontStack = (name: TypefaceName): string => {
  const { family } = TYPEFACES[name];
  return `"${family}","${family} Fallback","${family} Fallback 2",${SYSTEM}`;
};

type Stretched = Record<'sizeAdjust' | 'ascentOverride' | 'descentOverride' | 'lineGapOverride', number>;
type Fallbacks = { arial: Stretched; dejaVu: Stretched };

/** The heaviest that browsers still take for a face without bold: from 600 on they draw it bolder themselves. */
const BEFORE_BOLD = 599;

const fallback = (family: string, weight: number, faces: readonly string[], by: Stretched): string => {
  const local = faces.map((each) => `local("${each}")`).join(',');
  return `@font-face{font-family:"${family}";font-weight:${weight};src:${local};size-adjust:${by.sizeAdjust}%;ascent-override:${by.ascentOverride}%;descent-override:${by.descentOverride}%;line-gap-override:${by.lineGapOverride}%}`;
};

function hosted(name: TypefaceName): string {
  const { family, weights } = TYPEFACES[name];
  const rule = (part: (typeof PARTS)[number]) =>
    `@font-face{font-family:"${family}";src:url(${FONT_FILES[name][part]}) format("woff2");font-weight:${weights};font-display:swap;unicode-range:${TYPEFACE_RANGES[part]}}`;
  return PARTS.map(rule).join('');
}

/** Bold text is wider, so its fallbacks are too. */
const roomKept = (name: TypefaceName): string => {
  const { family, usual, ...more } = TYPEFACES[name];
  const at = (weight: number, { arial, dejaVu }: Fallbacks) =>
    fallback(`${family} Fallback`, weight, ARIALS, arial) +
    fallback(`${family} Fallback 2`, weight, DEJAVUS, dejaVu);
  return at(400, usual) + ('bold' in more ? at(BEFORE_BOLD, more.bold) : '');
};

/** Rules of the typefaces a theme uses; their own, since a page may let them come later. */
export const hostedFaces = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string =>
  namesOf(theme).map(hosted).join('');

/** Rules of what keeps the room of a theme's typefaces until they are there. */
const fallbackFaces = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string =>
  namesOf(theme).map(roomKept).join('');

/** Addresses to preload: all of them are used in the first screen; rare letters load on use. */
export const fontFiles = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string[] =>
  namesOf(theme).map((name) => FONT_FILES[name].usual);

type Template = PublicConfig['template'];

/**
 * As text, so that a page contains only the sheet of its own template: `metro.css`, and behind it the files of the
 * folder `metro/`.
 */
const FILES = import.meta.glob<string>('./templates/**/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** What a sheet sets for the whole page, of which each has one block at most. */
const ROOT = /:root\{([^}]*)\}/;

/** Custom properties by name. */
const propertiesOf = (css: string): Map<string, string> =>
  new Map(
    Array.from((ROOT.exec(css)?.[1] ?? '').matchAll(/(--[\w-]+):([^;]*)/g), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** The tokens of all sites with those of a template in their place, so that no page has a token twice. */
function withTokens(sheet: string): string {
  const properties = new Map([...propertiesOf(tokens), ...propertiesOf(sheet)]);
  const block = `:root{${Array.from(properties, ([name, value]) => `${name}:${value}`).join(';')}}`;
  return tokens.trim().replace(ROOT, () => block) + sheet.replace(ROOT, '');
}

const sheets = new Map<Template, string>();

/** The CSS of a template with its tokens, minified. */
function templateSheet(template: Template): string {
  const known = sheets.get(template);
  if (known !== undefined) return known;
  const root = `./templates/${template}`;
  const parts = Object.keys(FILES)
    .filter((path) => path === `${root}.css` || path.startsWith(`${root}/`))
    .sort((a, b) => a.length - b.length);
  const sheet = withTokens(parts.map((path) => FILES[path]?.trim() ?? '').join(''));
  sheets.set(template, sheet);
  return sheet;
}

/** Capitals need letter-spacing, large lower case less of it. */
const TRACKING = { none: '-0.02em', uppercase: '0.01em' };

/**
 * Shared colours (`tokens.css`) that would be illegible on dark backgrounds; the edge of cards where no shadow shows,
 * and how strong that of a button is.
 */
const SHARED_IN_THE_DARK = {
  'dark-edge': 'var(--line)',
  star: '#f5b544',
  good: '#6fd3a0',
  warn: '#f0c36a',
  danger: '#ff9c92',
  'on-status': '#10140f',
  'edge-share': '50%',
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const declarations = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `--${kebab(name)}:${value}`)
    .join(';');

/**
 * The order of the layers, before all other styles on a page: a bundle may contain a feature's CSS before the base,
 * and the first mention of a layer decides its rank.
 */
const LAYERS = '@layer tokens,base,layout,ui,features,template;';

const withTint = (colours: ThemeColours) => ({ ...colours, tint: tintOf(colours) });

const inTheDark = (colours: ThemeColours) =>
  `@media screen and (prefers-color-scheme:dark){:root{${declarations({ ...withTint(colours), ...SHARED_IN_THE_DARK })}}}`;

function variables(theme: Theme, make: BrandColour | undefined): string {
  const shape = {
    'font-display': fontStack(theme.fontDisplay),
    'font-text': fontStack(theme.fontText),
    'display-weight': String(theme.displayWeight),
    'display-case': theme.displayCase,
    'display-tracking': TRACKING[theme.displayCase],
    radius: `${theme.radius}px`,
  };
  const own = make ? { make: make.colour, 'on-make': make.onColour } : {};
  // In dark mode too, because the logo is drawn for it.
  const { brand, onBrand } = theme.colours;
  const header = theme.header === 'brand' ? { 'header-brand': brand, 'on-header-brand': onBrand } : {};
  const scheme = theme.dark === 'system' ? 'light dark' : 'light';
  return `:root{color-scheme:${scheme};${declarations({ ...withTint(theme.colours), ...header, ...shape, ...own })}}`;
}

/**
 * What makes a page look like its dealer: `--brand`, `--on-brand`, … for every colour role, `--tint`, type and
 * shape, the same in the dark where the theme says so, what keeps the room of the typefaces and the sheet of the
 * template.
 * @param make colour of the page's make, as `--make` and `--on-make` (CFG-15)
 */
export function themeCss(
  { theme, template }: Pick<PublicConfig, 'theme' | 'template'>,
  make?: BrandColour,
): string {
  return [
    LAYERS,
    variables(theme, make),
    theme.dark === 'system' ? inTheDark(darkColours(theme)) : '',
    fallbackFaces(theme),
    templateSheet(template),
  ].join('');
}

/** Attributes of the `theme-color` elements, one for each scheme the site has. */
export function themeColours(theme: Theme): { content: string; media?: string }[] {
  const day = frameGround(theme, 'header', 'day');
  if (theme.dark === 'off') return [{ content: day }];
  return [
    { content: day, media: '(prefers-color-scheme: light)' },
    { content: frameGround(theme, 'header', 'night'), media: '(prefers-color-scheme: dark)' },
  ];
}
