import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FeedConfig } from '#src/config/sections/feed.ts';
import { cellsOf } from '#src/config/sections/feed-columns.ts';
import type { FeedVehicle } from './feed-vehicle.ts';

type Cell = FeedVehicle[keyof FeedVehicle];

const csvText = (value: Cell): string => {
  if (value == null) return '';
  return Array.isArray(value) ? value.join('|') : String(value);
};

/** Quotes a cell that would otherwise end early. */
const quoted = (text: string, delimiter: string): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;

/** The row in the dealer's own words: its column names, and its values where it has others. */
function inDealersWords(vehicle: FeedVehicle, feed: FeedConfig): Map<string, Cell> {
  const row = new Map<string, Cell>();
  for (const [field, value] of Object.entries(vehicle) as [keyof FeedVehicle, Cell][]) {
    if (value === undefined) continue;
    const theirs = Object.entries(feed.values[field] ?? {}).find(([, ours]) => ours === String(value));
    const [cell] = cellsOf(feed.columns, field);
    row.set(cell?.column ?? field, theirs ? theirs[0] : value);
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
  const line = (cells: string[]) => cells.map((cell) => quoted(cell, feed.delimiter)).join(feed.delimiter);
  return `${[line(columns), ...rows.map((row) => line(columns.map((column) => csvText(row.get(column)))))].join('\r\n')}\r\n`;
}

/** Replaces the file in one step, and only when its text differs. @returns whether it did */
export function writeIfChanged(file: string, text: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
  return true;
}
