import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { ATTRIBUTE, type KeysIgnoringCase, leafPaths, OWN_TEXT, parsePath, valuesAt } from './column-path.ts';
import { type BrokenRow, type FeedRow, MAX_COLUMNS } from './feed-content.ts';

/** Columns are listed from the first rows alone: each has nearly the same. */
const ROWS_LISTED = 200;

/** `{"@order": "1", "#text": "…"}` becomes `{"order": "1", "text": "…"}`, as JSON has it. */
function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replace(/^[@#]/, ''), withoutMarks(member)]),
  );
}

/** The photos of `<photos><photo>…</photo><photo>…</photo></photos>`, be it a single one. */
function wrappedItems(value: JsonObject): readonly unknown[] | undefined {
  const [only, ...others] = Object.entries(value).filter(([name]) => !name.startsWith(ATTRIBUTE));
  if (!only || others.length > 0 || only[0] === OWN_TEXT) return undefined;
  return Array.isArray(only[1]) ? only[1] : [only[1]];
}

/** The value an item stands for in a cell. */
function itemOf(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const hasMarks = Object.keys(value).some((name) => name === OWN_TEXT || name.startsWith(ATTRIBUTE));
  return hasMarks ? withoutMarks(value) : value;
}

/** Lists stay JSON, so that items may contain separators. */
const listText = (values: readonly unknown[]): string =>
  values.length === 0 ? '' : JSON.stringify(values.map(itemOf));

/** Text of a single value. Objects stay JSON; of an element with attributes it is its own text. */
function valueText(value: unknown, areElements: boolean): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return listText(value);
  if (!isJsonObject(value)) return String(value);
  const own = value[OWN_TEXT];
  if (typeof own === 'string') return own;
  const items = areElements ? wrappedItems(value) : undefined;
  return items ? listText(items) : JSON.stringify(itemOf(value));
}

/** Text of a cell from the values at the path of its column. */
const cellText = (values: readonly unknown[], areElements: boolean): string =>
  values.length === 1 ? valueText(values[0], areElements) : listText(values.flat());

/**
 * Turns objects of JSON and elements of XML into rows, and collects the names of their columns.
 * @param mappedColumns paths that fields need
 * @param options.areElements whether an element with one kind of child is a list of those
 */
export function objectRows(
  mappedColumns: ReadonlySet<string>,
  onRow: (row: FeedRow | BrokenRow) => void,
  { areElements = false } = {},
) {
  const paths = [...mappedColumns].map(parsePath);
  const mappedNames = new Set([...mappedColumns].map((name) => name.toLowerCase()));
  const columns = new Set<string>();
  let rows = 0;
  return {
    columns: columns as ReadonlySet<string>,
    add(row: number, value: JsonObject): void {
      const cells: Record<string, string> = Object.create(null);
      const known: KeysIgnoringCase = new Map();
      for (const path of paths) {
        const values = valuesAt(value, path, known);
        if (values.length === 0) continue;
        columns.add(path.column);
        cells[path.column] = cellText(values, areElements);
      }
      rows += 1;
      if (rows <= ROWS_LISTED) {
        for (const path of leafPaths(value)) {
          if (columns.size >= MAX_COLUMNS) break;
          if (!mappedNames.has(path.toLowerCase())) columns.add(path);
        }
      }
      onRow({ row, cells });
    },
  };
}
