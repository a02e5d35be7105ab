import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Theme, ThemeColours } from '#src/config/sections/theme.ts';
import type { BrandColour } from './brand-colour.ts';
import { tintOf } from './contrast.ts';
import { darkColours } from './dark-colours.ts';
import { frameGround } from './logo-ground.ts';
import tokens from './tokens.css?inline';
import { fallbackFaces, fontStack } from './typefaces.ts';

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
