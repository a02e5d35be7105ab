import * as v from 'valibot';
import {
  cellsOf,
  columnsIn,
  FEED_FIELD_NAMES,
  FeedColumnsSchema,
} from '#src/config/sections/stock/feed-columns.ts';
import { FEED_PRESETS, type FeedPreset } from '#src/features/stock/presets/feed-presets.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { describeReceived, didYouMean, type Finding } from './config-problem.ts';
import type { Layer } from './settings-layers.ts';

const feedIn = ({ stock }: JsonObject): JsonObject =>
  isJsonObject(stock) && isJsonObject(stock.feed) ? stock.feed : {};

/** A source that is an object would be merged with the dealer's own; a list is replaced by it. */
const replaceable = (columns: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(columns).map(([field, source]) => [field, isJsonObject(source) ? [source] : source]),
  );

/** Columns that a mapping reads; none if it is invalid, which is reported elsewhere. */
function namesIn(columns: unknown): string[] {
  const parsed = v.safeParse(FeedColumnsSchema, columns);
  if (!parsed.success) return [];
  const { output } = parsed;
  return FEED_FIELD_NAMES.filter((field) => output[field] !== undefined).flatMap((field) =>
    cellsOf(output, field).flatMap(columnsIn),
  );
}

/** Columns that only the preset names: not every dealer's feed has them. */
function optionalColumns({ feed }: FeedPreset, own: unknown): string[] {
  const named = new Set(namesIn(own));
  const deletes = isJsonObject(feed.deletes) ? [String(feed.deletes.column)] : [];
  return [...new Set([...namesIn(feed.columns), ...deletes])].filter((column) => !named.has(column));
}

const unknownPreset = (name: string): Finding => ({
  path: 'stock.feed.preset',
  expected: `one of the presets ${Object.keys(FEED_PRESETS).join(', ')}`,
  received: describeReceived(name),
  remedy:
    didYouMean(name, Object.keys(FEED_PRESETS)) ??
    'Choose one of them, or remove "preset" and describe the feed.',
});

/**
 * FEED-17: the feed of a known supplier, below what group and dealer file say.
 * @param above merged settings of the layers above
 * @returns undefined if they name no preset
 */
export function presetLayer(above: JsonObject): { layer: Layer } | { unknown: Finding } | undefined {
  const { preset: name, columns: own } = feedIn(above);
  if (typeof name !== 'string') return undefined;
  const preset = Object.hasOwn(FEED_PRESETS, name) ? FEED_PRESETS[name] : undefined;
  if (!preset) return { unknown: unknownPreset(name) };
  const { columns } = preset.feed;
  const feed = {
    ...preset.feed,
    columns: isJsonObject(columns) ? replaceable(columns) : columns,
    optionalColumns: optionalColumns(preset, own),
  };
  return { layer: { origin: `preset ${name}`, values: { stock: { feed } } } };
}
