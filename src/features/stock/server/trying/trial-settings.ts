import * as v from 'valibot';
import { cellsOf, columnsIn, type FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import {
  FEED_SOURCES,
  type FeedConfig,
  FeedSchema,
  SIGN_IN_SETTINGS,
} from '#src/config/sections/stock/feed-section.ts';
import { presetLayer } from '#src/dealer-files/preset-layer.ts';
import { inherit } from '#src/dealer-files/settings-layers.ts';
import { FEED_PRESETS } from '#src/features/stock/presets/feed-presets.ts';
import { FILE_SERVER_PORTS } from '#src/platform/http/public-address.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

const without = (settings: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !keys.includes(key)));

/** Protocol, host and port of an address. */
function serverOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url) return undefined;
  const [usualPort = ''] = FILE_SERVER_PORTS[url.protocol] ?? [];
  // Of addresses that are not for the web, URL keeps the capitals.
  return `${url.protocol}//${url.hostname.toLowerCase()}:${url.port || usualPort}`;
}

/** The same settings of a feed that is read from elsewhere; secrets go only to the server that they are for. */
export function withSource(settings: object, source: { file: string } | { url: string }): object {
  const server = 'url' in source ? serverOf(source.url) : undefined;
  const isOwnServer = server !== undefined && 'url' in settings && server === serverOf(settings.url);
  const others = without(settings, FEED_SOURCES);
  return { ...(isOwnServer ? others : without(others, SIGN_IN_SETTINGS)), ...source };
}

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
