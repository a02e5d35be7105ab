import { OUTBOUND_FEEDS, type OutboundFeed } from '#src/config/sections/stock/feed-deliveries.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { csvRow } from '#src/platform/text/safe-text.ts';
import { branch, xmlDocument } from '#src/platform/text/xml.ts';
import { autoscout24Vehicle } from './autoscout24-stock.ts';
import { carsalesVehicle } from './carsales-stock.ts';
import {
  type AdvertisedVehicle,
  googleVehicleAd,
  metaCatalogueRow,
  type Reason,
  stockListRow,
} from './vehicle-ads.ts';

/** A vehicle left out of a feed, by stock number or name. */
export type LeftOut = { vehicle: string; reasons: readonly Reason[] };

export type WrittenFeed = { text: string; vehicles: number; leftOut: LeftOut[] };

/** Format of an outbound feed. */
type FeedFormat = {
  name: string;
  file: string;
  contentType: string;
  /** A complete feed, and the vehicles left out. */
  write: (advertised: readonly AdvertisedVehicle[]) => WrittenFeed;
};

/** What receivers know vehicles by, where it must be unique. */
type Key = { of: (vehicle: Vehicle) => string | undefined; repeated: Reason };

const BY_VIN: Key = { of: ({ vin }) => vin?.toUpperCase(), repeated: 'the same VIN as another vehicle' };
const BY_STOCK_NUMBER: Key = {
  of: ({ stocknum }) => stocknum,
  repeated: 'the same stock number as another vehicle',
};

const nameOf = ({ vehicle: { stocknum, year, make, model } }: AdvertisedVehicle): string =>
  stocknum ?? `${year} ${make} ${model}`;

/** Writes `text` of the rows of all vehicles that the format takes. */
const writer =
  <Row>(
    row: (advertised: AdvertisedVehicle) => { cells: Row } | { reasons: readonly Reason[] },
    text: (rows: readonly Row[]) => string,
    key?: Key,
  ): FeedFormat['write'] =>
  (advertised) => {
    const rows: Row[] = [];
    const leftOut: LeftOut[] = [];
    const keys = new Set<string>();
    for (const each of advertised) {
      const written = row(each);
      const own = key?.of(each.vehicle);
      if ('reasons' in written) leftOut.push({ vehicle: nameOf(each), reasons: written.reasons });
      else if (key && own !== undefined && keys.has(own))
        leftOut.push({ vehicle: nameOf(each), reasons: [key.repeated] });
      else {
        rows.push(written.cells);
        if (own !== undefined) keys.add(own);
      }
    }
    return { text: text(rows), vehicles: rows.length, leftOut };
  };

const delimited =
  (delimiter: string) =>
  (rows: readonly Readonly<Record<string, string>>[]): string => {
    const columns = Object.keys(rows[0] ?? {});
    const lines = rows.map((cells) => columns.map((column) => cells[column] ?? ''));
    return [columns, ...lines].map((line) => csvRow(line, delimiter)).join('');
  };

const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml; charset=utf-8';

export const FEED_FORMATS: Readonly<Record<OutboundFeed, FeedFormat>> = {
  google: {
    name: 'Google vehicle ads',
    file: 'google-vehicle-ads.tsv',
    contentType: 'text/tab-separated-values; charset=utf-8',
    write: writer(googleVehicleAd, delimited('\t'), BY_VIN),
  },
  meta: {
    name: 'Meta vehicle catalogue',
    file: 'meta-catalogue.csv',
    contentType: 'text/csv; charset=utf-8',
    write: writer(metaCatalogueRow, delimited(','), BY_VIN),
  },
  csv: {
    name: 'Stock as CSV',
    file: 'stock.csv',
    contentType: 'text/csv; charset=utf-8',
    write: writer(stockListRow, delimited(',')),
  },
  json: {
    name: 'Stock as JSON',
    file: 'stock.json',
    contentType: JSON_TYPE,
    write: writer(stockListRow, (vehicles) => `${JSON.stringify({ vehicles })}\n`),
  },
  carsales: {
    name: 'Stock as XML (carsales)',
    file: 'carsales-stock.xml',
    contentType: XML_TYPE,
    write: writer(
      carsalesVehicle,
      (vehicles) => xmlDocument(branch('Stock', [branch('Vehicles', vehicles)])),
      BY_STOCK_NUMBER,
    ),
  },
  autoscout24: {
    name: 'AutoScout24',
    file: 'autoscout24.xml',
    contentType: XML_TYPE,
    write: writer(autoscout24Vehicle, (vehicles) =>
      xmlDocument(branch('stx3', [branch('vehicle_data', [branch('vehicles', vehicles)])])),
    ),
  },
};

/** The feed with a file name. */
export const feedOfFile = (file: string): OutboundFeed | undefined =>
  OUTBOUND_FEEDS.find((feed) => FEED_FORMATS[feed].file === file);
