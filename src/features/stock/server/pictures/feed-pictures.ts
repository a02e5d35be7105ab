import { type IdentifiedVehicle, isSameCar } from '#src/features/stock/server/importing/identify-vehicles.ts';
import {
  presentRecordsById,
  storedPictures,
  wantPictures,
} from '#src/features/stock/server/queries/picture-queries.ts';
import type { PicturedVehicles } from '#src/features/stock/server/queries/pictured-vehicles.ts';
import {
  allPictures,
  isPlaceholderName,
  type VehiclePictures,
} from '#src/features/vehicle/media/vehicle-media.ts';
import type { Vehicle, VehicleImage } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import {
  countedPictures,
  FETCHED,
  fetchedPictureId,
  isSeries,
  type KnownPictures,
  MAX_PICTURES,
  type PicturedVehicle,
  seriesIds,
} from './picture-series.ts';

const fileName = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? '';

/** VDP-03: maximum per spin. */
const MAX_FRAMES = 120;

const identifiedAt = (dealer: string, image: VehicleImage): VehicleImage =>
  image.address === undefined ? image : { ...image, id: fetchedPictureId(dealer, image.address) };

/** Replaces URLs with ids of originals, counts those of a series and drops placeholder pictures (CARD-06). */
function identified(dealer: string, pictures: VehiclePictures, known: KnownPictures): VehiclePictures {
  const { images, spin_images, spin_interior_image } = pictures;
  return {
    images: images
      .flatMap((image) => (isSeries(image) ? countedPictures(dealer, image, known) : [image]))
      .slice(0, MAX_PICTURES)
      .filter(({ address }) => address === undefined || !isPlaceholderName(fileName(address)))
      .map((image) => identifiedAt(dealer, image)),
    ...(spin_images && {
      spin_images: spin_images.slice(0, MAX_FRAMES).map((image) => identifiedAt(dealer, image)),
    }),
    ...(spin_interior_image && { spin_interior_image: identifiedAt(dealer, spin_interior_image) }),
  };
}

/** After this many failures, other pictures no longer wait for it. */
const ATTEMPTS_AWAITED = 3;

/** Adds the version; manually stored originals are unchanged, fetched ones must exist. */
function available({ address, ...image }: VehicleImage, known: KnownPictures): VehicleImage[] {
  if (address === undefined && !image.id.startsWith(FETCHED)) return [image];
  const picture = known.get(image.id);
  return picture?.state === 'ready' ? [{ ...image, version: picture.version }] : [];
}

/** Whether it has not been requested yet, or may still succeed. */
function isAwaited({ id, address }: VehicleImage, known: KnownPictures): boolean {
  if (address === undefined) return false;
  const picture = known.get(id);
  if (picture?.state === 'ready') return false;
  return (picture?.attempts ?? 0) < ATTEMPTS_AWAITED;
}

/**
 * An incomplete set does not replace a larger one, because a shopper would see one photo instead of thirty. Half of it
 * does, so that removed photos disappear soon.
 */
function photosOf(
  named: readonly VehicleImage[],
  stored: readonly VehicleImage[],
  known: KnownPictures,
): VehicleImage[] {
  const ready = named.flatMap((image) => available(image, known));
  const before = named.length === 0 ? [] : stored.flatMap((image) => available(image, known));
  if (before.length <= ready.length) return ready;
  const isArriving = ready.length * 2 < named.length && named.some((image) => isAwaited(image, known));
  return ready.length === 0 || isArriving ? before : ready;
}

/** All or nothing: a spin with a missing frame would jump. */
function framesOf(
  named: readonly VehicleImage[],
  stored: readonly VehicleImage[],
  known: KnownPictures,
): VehicleImage[] {
  if (named.length === 0) return [];
  const whole = [named, stored].map((frames) => {
    const ready = frames.flatMap((image) => available(image, known));
    return ready.length === frames.length ? ready : [];
  });
  return whole.find((frames) => frames.length > 0) ?? [];
}

/**
 * Pictures for a vehicle's record: existing originals with their versions. While those in the feed do not exist yet, as
 * after a move to another host, stored ones are kept, unless the feed names none.
 * @param stored current pictures in the record, if of the same car
 */
export function readyPictures(
  named: VehiclePictures,
  known: KnownPictures,
  stored: VehiclePictures = { images: [] },
): VehiclePictures {
  const frames = framesOf(named.spin_images ?? [], stored.spin_images ?? [], known);
  const interiors = [named.spin_interior_image, named.spin_interior_image && stored.spin_interior_image];
  const interior = interiors.flatMap((image) => (image ? available(image, known) : []))[0];
  return {
    images: photosOf(named.images, stored.images, known),
    ...(frames.length > 0 && { spin_images: frames }),
    ...(interior && { spin_interior_image: interior }),
  };
}

export function withPictures<V extends VehiclePictures>(vehicle: V, pictures: VehiclePictures): V {
  const { spin_images: _, spin_interior_image: __, ...rest } = vehicle;
  return { ...rest, ...pictures } as V;
}

/** Ids of the pictures in the feed, including all that a series may have. */
const namedIds = (dealer: string, vehicle: VehiclePictures): string[] =>
  allPictures(vehicle).flatMap((image) =>
    isSeries(image) ? seriesIds(dealer, image) : [identifiedAt(dealer, image).id],
  );

/** Pictures in the records of these vehicles, if the record is of the same car. */
async function presentPictures(
  db: Database,
  vehicles: ReadonlyMap<string, Vehicle>,
): Promise<Map<string, VehiclePictures>> {
  const records = await presentRecordsById(db, [...vehicles.keys()]);
  return new Map(
    records.flatMap(({ id, record }) => {
      const stored = JSON.parse(record) as Vehicle;
      const now = vehicles.get(id);
      return now && isSameCar(stored, now) ? [[id, stored] as const] : [];
    }),
  );
}

/**
 * Vehicles with available pictures. Runs after `identify`, so that fetched pictures do not affect a car's identity.
 * @param vehicles a batch
 * @param pictured takes those with pictures to fetch
 */
export async function withReadyPictures(
  db: Database,
  dealer: string,
  vehicles: readonly IdentifiedVehicle[],
  run: { id: string; now: string },
  pictured: PicturedVehicles,
): Promise<IdentifiedVehicle[]> {
  const fetched = vehicles.filter(({ vehicle }) =>
    allPictures(vehicle).some(({ address }) => address !== undefined),
  );
  if (fetched.length === 0) return [...vehicles];
  const ids = fetched.flatMap(({ vehicle }) => namedIds(dealer, vehicle));
  const named = new Map<string, VehiclePictures>();
  const incomplete = new Map<string, Vehicle>();
  const known = await storedPictures(db, ids);
  const renewBefore = renewalTime(run.now);
  for (const { id, vehicle } of fetched) {
    const pictures = identified(dealer, vehicle, known);
    const series = vehicle.images.find(isSeries);
    const all = allPictures(pictures);
    const isNoted = all.every(
      (image) => image.address === undefined || (known.get(image.id)?.last_wanted_at ?? '') >= renewBefore,
    );
    pictured.put({ id, runId: run.id, pictures, ...(series && { series }) }, { isNoted });
    named.set(id, pictures);
    if (!all.every((image) => available(image, known).length > 0)) incomplete.set(id, vehicle);
  }
  const stored = await presentPictures(db, incomplete);
  const earlier = [...stored.values()].flatMap((pictures) => allPictures(pictures).map(({ id }) => id));
  for (const [id, picture] of await storedPictures(db, earlier)) known.set(id, picture);
  return vehicles.map((entry) => {
    const pictures = named.get(entry.id);
    if (!pictures) return entry;
    const vehicle = withPictures(entry.vehicle, readyPictures(pictures, known, stored.get(entry.id)));
    return { ...entry, vehicle, record: JSON.stringify(vehicle) };
  });
}

/**
 * Vehicles with a series whose last picture has been fetched, each with the next one.
 * @param known pictures as they are now
 */
export const withNextPictures = (
  dealer: string,
  pictured: readonly PicturedVehicle[],
  known: KnownPictures,
): PicturedVehicle[] =>
  pictured.flatMap((vehicle) => {
    const { series, pictures } = vehicle;
    const last = pictures.images.at(-1);
    if (!series || !last || known.get(last.id)?.state !== 'ready') return [];
    const counted = countedPictures(dealer, series, known);
    const ids = new Set(counted.map(({ id }) => id));
    const images = [...pictures.images.filter(({ id }) => !ids.has(id)), ...counted].slice(0, MAX_PICTURES);
    return images.length > pictures.images.length ? [{ ...vehicle, pictures: { ...pictures, images } }] : [];
  });

/** The date of last use only needs to be accurate to months. */
const RENEW_WANTED_AFTER_MS = DAY_MS;
const renewalTime = (now: string) => new Date(Date.parse(now) - RENEW_WANTED_AFTER_MS).toISOString();

/** Records each picture once. @param pictured a batch @param now ISO 8601 */
export function notePictures(
  db: Database,
  dealer: string,
  pictured: readonly PicturedVehicle[],
  now: string,
): Promise<void> {
  const addresses = new Map(
    pictured.flatMap(({ pictures }) =>
      allPictures(pictures).flatMap(({ id, address }) =>
        address === undefined ? [] : [[id, address] as const],
      ),
    ),
  );
  const pictures = [...addresses].map(([id, url]) => ({ id, url }));
  return wantPictures(db, dealer, pictures, { now, renewBefore: renewalTime(now) });
}
