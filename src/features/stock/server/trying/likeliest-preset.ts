import * as v from 'valibot';
import { cellsOf, columnsIn, type FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import { type FeedConfig, FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { presetLayer } from '#src/dealer-files/preset-layer.ts';
import { inherit } from '#src/dealer-files/settings-layers.ts';
import { FEED_PRESETS } from '#src/features/stock/presets/feed-presets.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

/** Settings of a feed, also unfinished. */
export const feedFrom = (settings: object): FeedConfig =>
  v.parse(FeedSchema, { format: 'csv', columns: {}, ...settings });

/** Columns that a field reads. */
export const columnsOf = (feed: FeedConfig, field: FeedFieldName): string[] =>
  cellsOf(feed.columns, field).flatMap(columnsIn);

/** A preset fits if the feed has so many of its columns. */
const PRESET_SHARE = 0.7;
const MIN_PRESET_COLUMNS = 6;

/** The supplier whose published columns a feed has. */
export function likeliestPreset(
  columns: ReadonlySet<string>,
  format: FeedConfig['format'],
): string | undefined {
  const names = new Set([...columns].map((name) => name.toLowerCase()));
  const rated = Object.entries(FEED_PRESETS).flatMap(([name, { feed }]) => {
    const preset = feedFrom({ ...feed, file: 'any' });
    if (preset.format !== format || !preset.header) return [];
    const wanted = [
      ...new Set(Object.keys(preset.columns).flatMap((field) => columnsOf(preset, field as FeedFieldName))),
    ];
    const found = wanted.filter((column) => names.has(column.toLowerCase())).length;
    const share = found / wanted.length;
    return found >= MIN_PRESET_COLUMNS && share >= PRESET_SHARE ? [{ name, share }] : [];
  });
  return rated.toSorted((a, b) => b.share - a.share)[0]?.name;
}

/** The settings with those of a preset below them. */
export function withPreset(settings: object, preset: string): object {
  const written = { ...settings, preset };
  const below = presetLayer({ stock: { feed: written } });
  if (!below || !('layer' in below)) return written;
  const { stock } = below.layer.values;
  return isJsonObject(stock) && isJsonObject(stock.feed) ? inherit(stock.feed, written) : written;
}
