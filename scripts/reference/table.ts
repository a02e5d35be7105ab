import type { SchemaNode } from './json-schema.ts';

/** One key: its path and its schema. */
export type Row = { path: string; node: SchemaNode; required: boolean };

/** The key that distinguishes kinds of an object, with all their names. */
const kindNames = (nodes: readonly SchemaNode[]): SchemaNode => ({
  type: 'string',
  description: descriptionOf(nodes[0] ?? {}),
  enum: nodes.map((node) => node.const),
});

/** Several kinds of object as one with the keys of all; required is what each kind that has it requires. */
function joined(kinds: readonly SchemaNode[]): SchemaNode {
  const keys = new Set(kinds.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const holders = (key: string) => kinds.filter(({ properties }) => properties?.[key]);
  const properties = [...keys].map((key) => {
    const nodes = holders(key).flatMap((kind) => kind.properties?.[key] ?? []);
    return [key, nodes[0]?.const === undefined ? (nodes[0] ?? {}) : kindNames(nodes)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...keys].filter((key) => holders(key).every(({ required }) => required?.includes(key))),
  };
}

/** The node itself, the one beside `null` in what may be null, or all kinds of an object together. */
const main = (node: SchemaNode): SchemaNode =>
  node.oneOf ? joined(node.oneOf) : (node.anyOf?.find(({ type }) => type !== 'null') ?? node);

/** What the key is for. */
export const descriptionOf = (node: SchemaNode): string => node.description ?? main(node).description ?? '';

/** Every key below `node` in the order of the schema, lists as `key[]`. */
export function rowsOf(node: SchemaNode, at = ''): Row[] {
  const { properties = {}, required = [] } = main(node);
  return Object.entries(properties).flatMap(([key, child]) => {
    const { items } = main(child);
    const path = `${at}${key}${items ? '[]' : ''}`;
    return [{ path, node: child, required: required.includes(key) }, ...rowsOf(items ?? child, `${path}.`)];
  });
}

export function typeOf(node: SchemaNode): string {
  if (node.anyOf) return [...new Set(node.anyOf.map(typeOf))].join(' or ');
  if (node.oneOf) return 'object';
  if (node.items) return `list of ${typeOf(node.items)}`;
  const sample = node.enum?.[0] ?? node.const;
  // Our own checks of an object, which JSON Schema cannot express.
  return node.type ?? (sample === undefined ? 'object' : typeof sample);
}

const between = (low: number | undefined, high: number | undefined, unit: string): string[] => {
  if (low === undefined && high === undefined) return [];
  if (low === undefined) return [`at most ${high}${unit}`];
  return [high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`];
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  uri: 'full address',
  date: 'YYYY-MM-DD',
  time: 'HH:MM',
};

/** Values and limits as words: `"csv", "json"`, `0 to 14`. */
export function allowedOf(node: SchemaNode): string {
  const { enum: choices, items, format } = main(node);
  const values = choices ?? main(items ?? {}).enum;
  const own = main(node);
  return [
    ...(values ? [values.map((value) => `\`${JSON.stringify(value)}\``).join(', ')] : []),
    ...between(own.minimum, own.maximum, ''),
    ...between(
      own.minItems,
      own.maxItems,
      own.maxItems === 1 || (own.minItems === 1 && own.maxItems === undefined) ? ' entry' : ' entries',
    ),
    ...(own.minLength === 1 ? [] : between(own.minLength, undefined, ' characters')),
    ...(format ? [FORMATS[format] ?? format] : []),
  ].join('; ');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');

/** A Markdown table. Columns are not aligned: one long cell would pad every row to its length. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]) => `| ${row.map(cell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
