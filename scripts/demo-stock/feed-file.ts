import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { cellsOf, type FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import type { FeedVehicle } from './feed-vehicle.ts';

type Cell = FeedVehicle[keyof FeedVehicle];

const csvText = (value: Cell): string => {
  if (value == null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Quotes a cell that would otherwise end early. */
const quoted = (text: string, delimiter: string): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;

/** The text before the value in a cell with several fields, such as a title. */
const withFront = (vehicle: FeedVehicle, front: readonly FeedFieldName[], value: Cell): Cell =>
  front.length === 0 ? value : [...front.map((field) => vehicle[field]), value].filter(Boolean).join(' ');

/**
 * The row in the dealer's own words: its column names, its values where it has others, several fields in one
 * cell where its mapping cuts them off again. What the mapping adds to every vehicle is left out.
 */
function inDealersWords(vehicle: FeedVehicle, feed: FeedConfig): Map<string, Cell> {
  const row = new Map<string, Cell>();
  for (const [field, value] of Object.entries(vehicle) as [keyof FeedVehicle, Cell][]) {
    if (value === undefined || field === 'other_bodies' || feed.constants[field] === String(value)) continue;
    const theirs = Object.entries(feed.values[field] ?? {}).find(([, ours]) => ours === String(value));
    const [cell] = cellsOf(feed.columns, field);
    const { column = field, without = [] } = cell && 'column' in cell ? cell : {};
    const others = field === 'simple_body' ? (vehicle.other_bodies ?? []) : [];
    const words = others.length > 0 ? [value, ...others].join(' / ') : theirs ? theirs[0] : value;
    row.set(column, withFront(vehicle, without, words));
  }
  return row;
}

/** The vehicles as the dealer's feed file states them, ending in a line break. */
export function feedText(vehicles: readonly FeedVehicle[], feed: FeedConfig): string {
  const rows = vehicles.map((vehicle) => inDealersWords(vehicle, feed));
  const objects = rows.map((row) => JSON.stringify(Object.fromEntries(row)));
  if (feed.format === 'ndjson') return `${objects.join('\n')}\n`;
  if (feed.format === 'json') return `[\n${objects.join(',\n')}\n]\n`;
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const { delimiter = ',' } = feed;
  const line = (cells: string[]) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter);
  return `${[line(columns), ...rows.map((row) => line(columns.map((column) => csvText(row.get(column)))))].join('\r\n')}\r\n`;
}

const WINDOWS_1252 = new TextDecoder('windows-1252');
const BYTE_OF_CHARACTER: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [WINDOWS_1252.decode(Uint8Array.of(byte)), byte]),
);
const QUESTION_MARK = 0x3f;

/** The file's bytes in the feed's encoding; what the encoding lacks becomes a question mark. */
export const feedBytes = (vehicles: readonly FeedVehicle[], feed: FeedConfig): Buffer => {
  const text = feedText(vehicles, feed);
  return feed.encoding !== 'windows-1252'
    ? Buffer.from(text, 'utf8')
    : Buffer.from(Array.from(text, (character) => BYTE_OF_CHARACTER.get(character) ?? QUESTION_MARK));
};

/** Replaces the file in one step, and only when its bytes differ. @returns whether it did */
export function writeIfChanged(file: string, bytes: Buffer): boolean {
  if (existsSync(file) && readFileSync(file).equals(bytes)) return false;
  mkdirSync(dirname(file), { recursive: true });
  replaceFileSync(file, bytes);
  return true;
}
