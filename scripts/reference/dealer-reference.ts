import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { ExpressionSchema, FEED_FIELD_NAMES } from '#src/config/sections/stock/feed-columns.ts';
import {
  type BodyUse,
  CONTENT_FILES,
  CONTENT_FOLDERS,
  type ContentKind,
  kindInFolder,
  kindOfFile,
  PAGE_NAMES,
} from '#src/dealer-files/content-files/content-format.ts';
import { inherit, OWN_KEYS } from '#src/dealer-files/settings-layers.ts';
import { FEED_PRESETS } from '#src/features/stock/presets/feed-presets.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { TEMPLATES } from '#src/platform/theme/template-settings.ts';
import {
  inputSchemaOf,
  nothingRequired,
  onlyRequired,
  type SchemaNode,
  withoutRequired,
} from './json-schema.ts';
import { allowedOf, descriptionOf, type Row, rowsOf, table, typeOf } from './table.ts';

/** The keys that at least one template or preset supplies. */
const supplied: JsonObject = [
  ...Object.values(TEMPLATES),
  ...Object.values(FEED_PRESETS).map(({ feed }) => ({
    stock: { feed: Object.fromEntries(Object.keys(feed).map((key) => [key, true])) },
  })),
].reduce(inherit, {});

/** Lets editors offer the names of presets, which no dealer file is bound to by its schema alone. */
function withPresetNames(node: SchemaNode, path = ['stock', 'feed', 'preset']): SchemaNode {
  const [key, ...below] = path;
  if (key === undefined) return { ...node, enum: Object.keys(FEED_PRESETS) };
  const child = node.properties?.[key];
  return child ? { ...node, properties: { ...node.properties, [key]: withPresetNames(child, below) } } : node;
}

const isOwnKey = (key: string) => (OWN_KEYS as readonly string[]).includes(key);

const schemaFile = (schema: SchemaNode, title: string) =>
  `${JSON.stringify({ ...schema, title }, null, 2)}\n`;

/**
 * `dealers/dealer.schema.json`: lets an editor complete and check a dealer file. Keys that neither template,
 * preset nor default supplies are required, unless a group file may supply them.
 */
export function dealerJsonSchema(): string {
  const whole = withoutRequired(withPresetNames(inputSchemaOf(DealerConfigSchema)), supplied);
  const alone = onlyRequired(whole);
  const schema = {
    ...nothingRequired(whole),
    required: (whole.required ?? []).filter(isOwnKey),
    ...(alone ? { if: { required: ['group'] }, else: alone } : {}),
  };
  return schemaFile(schema, 'Dealer file');
}

/** `dealers/group.schema.json`: the same for a group file, which may set any part of it. */
export function groupJsonSchema(): string {
  const { properties = {}, ...rest } = nothingRequired(withPresetNames(inputSchemaOf(DealerConfigSchema)));
  const shared = Object.entries(properties).filter(([key]) => !isOwnKey(key));
  const $schema = { type: 'string', description: 'Lets an editor check this file: "../group.schema.json"' };
  return schemaFile({ ...rest, properties: { ...Object.fromEntries(shared), $schema } }, 'Group file');
}

function valueAt(from: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), from);
}

const LONG = 60;
const code = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : `\`${text}\``;
};

/** The schema's default, or each template's value, or that there is none. */
function defaultOf({ path, node, required }: Row): string {
  const key = path.replaceAll('[]', '');
  const byTemplate = Object.entries(TEMPLATES).flatMap(([name, template]) => {
    const value = valueAt(template, key);
    return value === undefined || isJsonObject(value) ? [] : [`${name}: ${code(value)}`];
  });
  const own = node.default === undefined || isJsonObject(node.default) ? [] : [code(node.default)];
  const all = byTemplate.length < Object.keys(TEMPLATES).length ? [...byTemplate, ...own] : byTemplate;
  return all.length > 0 ? all.join('; ') : required ? '**required**' : '';
}

const CATALOGUE_ID = /\b[A-Z]{3,4}-\d{2,3}\b/;

/** CFG-02: the catalogue entry behind each key: named by its description, else by that of the nearest key above. */
export function featuresOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  const features = new Map<string, string>();
  for (const { path, node } of rows) {
    const above = path.replace(/\.[^.]*$/, '');
    const own = CATALOGUE_ID.exec(descriptionOf(node))?.[0];
    features.set(path, own ?? features.get(above) ?? '');
  }
  return features;
}

const HEADS = ['key', 'feature', 'type', 'default', 'allowed', 'description'];
const tableRowWith = (features: ReadonlyMap<string, string>) => (row: Row) => [
  `\`${row.path}\``,
  features.get(row.path) ?? '',
  typeOf(row.node),
  defaultOf(row),
  allowedOf(row.node),
  descriptionOf(row.node),
];

const hasKeys = (node: SchemaNode) => rowsOf({ properties: { it: node } }).length > 1;

const BODIES: Readonly<Record<BodyUse['as'], string>> = {
  markdown: 'Markdown',
  words: 'plain words',
  whole: 'Markdown, without keys',
  sections: 'a section for each `##`',
  features: 'a feature for each `##`',
  nothing: 'none',
};

/** The keys a content file may have: those of its place in the settings, less its name and its text. */
function keysOf(top: readonly Row[], { at, nameKey, body }: ContentKind): string {
  const place = `${at.join('.')}${nameKey ? '[]' : ''}.`;
  const fromText = ['enabled', nameKey, 'key' in body ? body.key : undefined, body.as];
  const keys = top.flatMap(({ path }) => {
    const [key = ''] = path.startsWith(place) ? path.slice(place.length).split(/[.[]/) : [];
    return key === '' || fromText.includes(key) ? [] : [`\`${key}\``];
  });
  return body.as === 'whole' ? '' : [...new Set(keys)].join(', ');
}

/** Rows of the content files there are: pages first, those alike together. */
function contentRows(top: readonly Row[]): string[][] {
  const rowOf = (file: string, kind: ContentKind) => {
    const { at, nameKey, body } = kind;
    return [`\`${file}\``, `\`${at.join('.')}${nameKey ? '[]' : ''}\``, keysOf(top, kind), textOf(body)];
  };
  const textOf = (body: BodyUse) => ('key' in body ? `\`${body.key}\`: ${BODIES[body.as]}` : BODIES[body.as]);
  const pages = PAGE_NAMES.flatMap((name) => {
    const kind = kindInFolder('pages', name);
    return kind && kind.body.as !== 'sections' ? [rowOf(`pages/${name}.md`, kind)] : [];
  });
  const own = kindInFolder('pages', '');
  const ownPages = own ? [rowOf('pages/<any other name>.md', own)] : [];
  const others = CONTENT_FOLDERS.flatMap((folder) => {
    const kind = folder === 'pages' ? undefined : kindInFolder(folder, '');
    return kind ? [rowOf(`${folder}/<${kind.nameKey}>.md`, kind)] : [];
  });
  const files = CONTENT_FILES.flatMap((name) => {
    const kind = kindOfFile(name);
    return kind ? [rowOf(name, kind)] : [];
  });
  return [
    ...pages,
    [
      `\`pages/<page>.md\`, ${INFO_PAGES.join(', ')}`,
      '`pages.<page>`, switched on',
      keysOf(top, { at: ['pages', 'service'], body: { as: 'sections' } }),
      BODIES.sections,
    ],
    ...ownPages,
    ...others,
    ...files,
  ];
}

/** `dealers/REFERENCE.md`: every key of a dealer file, section by section. */
export function dealerReference(): string {
  const root = inputSchemaOf(DealerConfigSchema);
  const top = rowsOf(root);
  const sections = Object.entries(root.properties ?? {}).filter(([, node]) => hasKeys(node));
  const tableRow = tableRowWith(featuresOf(top));
  const isIn = (name: string) => (row: Row) => row.path.split(/[.[]/)[0] === name;
  const single = top.filter((row) => !sections.some(([name]) => isIn(name)(row)));
  return `# Dealer files

Generated by \`npx node scripts/reference.ts\`; change the schemas in \`src/config/sections\` instead.

One \`dealers/<slug>.json\` is one site. It starts from its template and overrides it key by key, lists as a
whole. An unknown key is a mistake. A "required" key has neither a
template value nor a default. "feature" is the catalogue entry of a key.

Dealers of one group share settings: with \`"group": "riverbend-group"\` a dealer file inherits from
\`dealers/_shared/riverbend-group.json\`, which inherits from the template. A group file may set any part of a dealer file
except ${OWN_KEYS.map((key) => `\`${key}\``).join(', ')}; editors check it by \`"$schema": "../group.schema.json"\`. A mistake in it leaves out only the
dealers that name it. \`npm run dealers -- show <slug>\` shows which file each value comes from.

## Content files

What a dealer writes at length may be in files of its own, under \`dealers/<slug>/\`. Its keys
override those of the dealer file for the same page or entry; entries it does not have are added, apart from locations.
The name of the file is the slug.

${table(['file', 'settings', 'keys', 'text below the keys'], contentRows(top))}

A Markdown file has its keys between two lines of three hyphens, then its text. A JSON file has an object with the same
keys. Keys are those of the settings below. In Markdown, headings begin at \`##\`; a picture is in a paragraph of its own, as
\`![what it shows](/pictures/yard.webp)\`; HTML is a mistake. Where headings begin sections, the first picture of a section
is shown beside it, plain points at its end get ticks, and a link alone after them is a button.

## Vehicle fields

What a feed may fill, in \`stock.feed.columns\`, \`values\` and \`constants\`, and what columns of a feed are called that needs no
mapping: ${FEED_FIELD_NAMES.map((name) => `\`${name}\``).join(', ')}.

A column is a name, a list of which the first with a value counts, or an object with one of \`column\`, \`join\`, \`template\` and
\`constant\`. In XML and JSON names are paths: \`price/@currency\` is an attribute, \`photos/photo[1]\` the first of several,
\`attribute[@name=Colour]\` the one with that attribute, \`specs[name=Colour]/value\` of the object with that value, \`../@id\` an
attribute of the element around the vehicle, \`@key\` the key in a JSON object of vehicles.

${table(
  ['key', 'type', 'what it does'],
  rowsOf(inputSchemaOf(ExpressionSchema))
    .filter(({ path }) => !path.includes('.'))
    .map(({ path, node }) => [`\`${path}\``, typeOf(node), descriptionOf(node)]),
)}

## Feeds of known suppliers

\`"stock": { "feed": { "preset": "homenet", "url": "https://…" } }\` describes a feed as its supplier publishes it. What group
and dealer file say comes before the preset: a single value, a list or the source of a field replaces that of the preset,
\`columns\`, \`values\` and \`constants\` are merged key by key. Columns that only the preset names may be missing from a feed.

${table(
  ['preset', 'feed', 'source', 'as of'],
  Object.entries(FEED_PRESETS).map(([name, { title, source, date }]) => [
    `\`${name}\``,
    title,
    `[${new URL(source).host}](${source})`,
    date,
  ]),
)}

## The file itself

${table(HEADS, single.map(tableRow))}

${sections
  .map(
    ([name, node]) =>
      `## ${name}\n\n${node.description ?? ''}.\n\n${table(HEADS, top.filter((row) => isIn(name)(row) && row.path.includes('.')).map(tableRow))}`,
  )
  .join('\n\n')}
`;
}
