import { createHash } from 'node:crypto';
import { numberedAddress } from '#src/features/stock/mapping/column-mapping.ts';
import type { StoredPicture } from '#src/features/stock/server/queries/picture-queries.ts';
import type { VehiclePictures } from '#src/features/vehicle/media/vehicle-media.ts';
import type { VehicleImage } from '#src/features/vehicle/vehicle.ts';

/** Prefix that distinguishes fetched originals from manually stored ones. */
export const FETCHED = 'fetched-';
const HASH_LENGTH = 32;

/** Id of the original of a URL, separate for each dealer. */
export const fetchedPictureId = (dealer: string, address: string): string =>
  FETCHED + createHash('sha256').update(`${dealer}\0${address}`).digest('hex').slice(0, HASH_LENGTH);

/** More photos than any car has; a faulty feed must not fill the disk. */
export const MAX_PICTURES = 60;

/** FEED-15: pictures whose address has a number. */
export type PictureSeries = VehicleImage & { address: string; from: number };

export const isSeries = (image: VehicleImage): image is PictureSeries =>
  image.from !== undefined && image.address !== undefined;

/** A vehicle's pictures in feed order; fetched ones by their current or future id. */
export type PicturedVehicle = {
  id: string;
  /** The import that read them; newer ones have their own list. */
  runId: string;
  pictures: VehiclePictures;
  /** Of these pictures those at the end are counted. */
  series?: PictureSeries;
};

/** Ids of the pictures of a series after its first: it may end at any of them. */
export function optionalPictures({ series, pictures }: PicturedVehicle): string[] {
  if (!series) return [];
  const first = pictures.images.findIndex(
    ({ address }) => address === numberedAddress(series.address, series.from),
  );
  return pictures.images.slice(first + 1).map(({ id }) => id);
}

/** Known pictures by id. */
export type KnownPictures = ReadonlyMap<string, StoredPicture>;

/** Pictures of a series up to the first that is not there or not fetched yet, which is the last of these. */
export function countedPictures(
  dealer: string,
  { address, from, ...image }: PictureSeries,
  known: KnownPictures,
): VehicleImage[] {
  const pictures: VehicleImage[] = [];
  for (let n = from; pictures.length < MAX_PICTURES; n += 1) {
    const url = numberedAddress(address, n);
    const picture = { ...image, id: fetchedPictureId(dealer, url), address: url };
    pictures.push(picture);
    if (known.get(picture.id)?.state !== 'ready') return pictures;
  }
  return pictures;
}

/** Ids of all pictures that a series may have. */
export const seriesIds = (dealer: string, { address, from }: PictureSeries): string[] =>
  Array.from({ length: MAX_PICTURES }, (_, at) =>
    fetchedPictureId(dealer, numberedAddress(address, from + at)),
  );

/** What servers answer for a picture that is not there; storage services say 403. */
const NOT_THERE: ReadonlySet<string> = new Set(['HTTP 404', 'HTTP 410', 'HTTP 403']);

export const isNotThere = (reason: string): boolean => NOT_THERE.has(reason);
