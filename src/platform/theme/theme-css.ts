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

/** Subsets of a typeface: rare characters, and those of most pages. If faces overlap, the last one wins. */
const PARTS = ['extended', 'rare', 'usual'] as const;

/** URLs of font files, hashed by the build. */
const FONT_FILES: Record<TypefaceName, Record<(typeof PARTS)[number], string>> = {
  'plus-jakarta-sans': { usual: jakarta, rare: jakartaRare, extended: jakartaExtended },
  figtree: { usual: figtree, rare: figtreeRare, extended: figtreeExtended },
  manrope: { usual: manrope, rare: manropeRare, extended: manropeExtended },
  'league-gothic': { usual: leagueGothic, rare: leagueGothicRare, extended: leagueGothicExtended },
  marcellus: { usual: marcellus, rare: marcellusRare, extended: marcellusExtended },
};

const SYSTEM = 'system-ui,sans-serif';
/** Metric-compatible fonts (Roboto within 1 %), so that one set of overrides fits each. */
const ARIALS = ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Helvetica', 'Roboto'];
const DEJAVUS = ['DejaVu Sans'];

const namesOf = ({ fontDisplay, fontText }: Pick<Theme, 'fontDisplay' | 'fontText'>) => [
  ...new Set<TypefaceName>([fontText, fontDisplay]),
];

/** A `font-family` value: hosted face, metric-adjusted fallback, then system fonts. */
const fontStack = (name: TypefaceName): string => {
  const { family } = TYPEFACES[name];
  return `"${family}","${family} Fallback","${family} Fallback 2",${SYSTEM}`;
};

type Stretched = Record<'sizeAdjust' | 'ascentOverride' | 'descentOverride' | 'lineGapOverride', number>;
type Fallbacks = { arial: Stretched; dejaVu: Stretched };

/** Highest weight of a face that browsers embolden for bold text: from 600 they consider it bold already. */
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

/** Fallbacks of bold text are wider too. */
const fallbackRules = (name: TypefaceName): string => {
  const { family, usual, ...more } = TYPEFACES[name];
  const at = (weight: number, { arial, dejaVu }: Fallbacks) =>
    fallback(`${family} Fallback`, weight, ARIALS, arial) +
    fallback(`${family} Fallback 2`, weight, DEJAVUS, dejaVu);
  return at(400, usual) + ('bold' in more ? at(BEFORE_BOLD, more.bold) : '');
};

/** @font-face rules of a theme, separate because a page may load them late. */
export const hostedFaces = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string =>
  namesOf(theme).map(hosted).join('');

/** Fallback @font-face rules that match the metrics of a theme's typefaces, to avoid layout shifts. */
const fallbackFaces = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string =>
  namesOf(theme).map(fallbackRules).join('');

/** URLs to preload, all used above the fold; rare characters load on use. */
export const fontFiles = (theme: Pick<Theme, 'fontDisplay' | 'fontText'>): string[] =>
  namesOf(theme).map((name) => FONT_FILES[name].usual);

type Template = PublicConfig['template'];

/** As text, so that a page contains only its own template: `metro.css`, then the files in `metro/`. */
const FILES = import.meta.glob<string>('./templates/**/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** Each sheet has at most one `:root` block. */
const ROOT = /:root\{([^}]*)\}/;

const propertiesOf = (css: string): Map<string, string> =>
  new Map(
    Array.from((ROOT.exec(css)?.[1] ?? '').matchAll(/(--[\w-]+):([^;]*)/g), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** Merges a template's tokens into the default ones, so that none is repeated. */
function withTokens(sheet: string): string {
  const properties = new Map([...propertiesOf(tokens), ...propertiesOf(sheet)]);
  const block = `:root{${Array.from(properties, ([name, value]) => `${name}:${value}`).join(';')}}`;
  return tokens.trim().replace(ROOT, () => block) + sheet.replace(ROOT, '');
}

const sheets = new Map<Template, string>();

/** Minified CSS of a template with its tokens. */
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

/** Capitals need letter-spacing; large lower case needs less than normal. */
const TRACKING = { none: '-0.02em', uppercase: '0.01em' };

/**
 * Tokens that would be illegible on dark backgrounds, card borders in place of shadows, and the strength of button
 * borders.
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
 * Declared before all other styles: a bundle may contain a feature's CSS before the base, and the first mention of a
 * layer decides its order.
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
 * CSS of a dealer's theme: `--brand`, `--on-brand`, … for every colour role, `--tint`, type and shape, dark mode,
 * fallback fonts, and the template.
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

/** Attributes of the `theme-color` elements, one per colour scheme. */
export function themeColours(theme: Theme): { content: string; media?: string }[] {
  const day = frameGround(theme, 'header', 'day');
  if (theme.dark === 'off') return [{ content: day }];
  return [
    { content: day, media: '(prefers-color-scheme: light)' },
    { content: frameGround(theme, 'header', 'night'), media: '(prefers-color-scheme: dark)' },
  ];
}
