import { OUTBOUND_FEEDS, type OutboundFeed } from '#src/config/sections/stock/outbound-feeds-section.ts';
import { csvRow } from '#src/platform/text/safe-text.ts';
import {
  type AdvertisedVehicle,
  type FeedRow,
  googleVehicleAd,
  metaCatalogueRow,
  type Reason,
  stockListRow,
} from './vehicle-ads.ts';

type Cells = Readonly<Record<string, string>>;

/** Format of an outbound feed. */
type FeedFormat = {
  name: string;
  file: string;
  contentType: string;
  row: (advertised: AdvertisedVehicle) => FeedRow;
  /** Whether duplicate VINs are rejected. */
  vinsAreUnique: boolean;
  write: (rows: readonly Cells[]) => string;
};

const delimited =
  (delimiter: string) =>
  (rows: readonly Cells[]): string => {
    const columns = Object.keys(rows[0] ?? {});
    const lines = rows.map((cells) => columns.map((column) => cells[column] ?? ''));
    return [columns, ...lines].map((line) => csvRow(line, delimiter)).join('');
  };

const JSON_TYPE = 'application/json';

export const FEED_FORMATS: Readonly<Record<OutboundFeed, FeedFormat>> = {
  google: {
    name: 'Google vehicle ads',
    file: 'google-vehicle-ads.tsv',
    contentType: 'text/tab-separated-values; charset=utf-8',
    row: googleVehicleAd,
    vinsAreUnique: true,
    write: delimited('\t'),
  },
  meta: {
    name: 'Meta vehicle catalogue',
    file: 'meta-catalogue.csv',
    contentType: 'text/csv; charset=utf-8',
    row: metaCatalogueRow,
    vinsAreUnique: true,
    write: delimited(','),
  },
  csv: {
    name: 'Stock as CSV',
    file: 'stock.csv',
    contentType: 'text/csv; charset=utf-8',
    row: stockListRow,
    vinsAreUnique: false,
    write: delimited(','),
  },
  json: {
    name: 'Stock as JSON',
    file: 'stock.json',
    contentType: JSON_TYPE,
    row: stockListRow,
    vinsAreUnique: false,
    write: (vehicles) => `${JSON.stringify({ vehicles })}\n`,
  },
};

/** The feed with a file name. */
export const feedOfFile = (file: string): OutboundFeed | undefined =>
  OUTBOUND_FEEDS.find((feed) => FEED_FORMATS[feed].file === file);

/** A vehicle left out of a feed, by stock number or name. */
export type LeftOut = { vehicle: string; reasons: readonly Reason[] };

type WrittenFeed = { text: string; vehicles: number; leftOut: LeftOut[] };

const nameOf = ({ vehicle: { stocknum, year, make, model } }: AdvertisedVehicle): string =>
  stocknum ?? `${year} ${make} ${model}`;

/** A complete feed, and the vehicles left out. */
export function writeFeed(format: FeedFormat, advertised: readonly AdvertisedVehicle[]): WrittenFeed {
  const rows: Cells[] = [];
  const leftOut: LeftOut[] = [];
  const vins = new Set<string>();
  for (const each of advertised) {
    const row = format.row(each);
    const vin = each.vehicle.vin?.toUpperCase();
    const isRepeated = format.vinsAreUnique && vin !== undefined && vins.has(vin);
    const reasons: readonly Reason[] =
      'reasons' in row ? row.reasons : isRepeated ? ['the same VIN as another vehicle'] : [];
    if ('cells' in row && reasons.length === 0) {
      rows.push(row.cells);
      if (vin !== undefined) vins.add(vin);
    } else leftOut.push({ vehicle: nameOf(each), reasons });
  }
  return { text: format.write(rows), vehicles: rows.length, leftOut };
}
