import { createHash } from 'node:crypto';
import { type IdentifiedVehicle, isSameCar } from '#src/features/stock/server/importing/identify-vehicles.ts';
import {
  type KnownPicture,
  knownPictures,
  presentRecords,
  wantPictures,
} from '#src/features/stock/server/queries/picture-queries.ts';
import {
  allPictures,
  isPlaceholderName,
  type VehiclePictures,
} from '#src/features/vehicle/media/vehicle-media.ts';
import type { Vehicle, VehicleImage } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

/** A vehicle's pictures in the order of the feed; fetched ones by their current or future id. */
export type PicturedVehicle = {
  id: string;
  /** The import that read them; a newer one has its own list. */
  runId: string;
  pictures: VehiclePictures;
};

/** Distinguishes fetched originals from those an operator stored by hand. */
const FETCHED = 'fetched-';
const HASH_LENGTH = 32;

/** Id of the original behind an address, separate for each dealer. */
export const fetchedPictureId = (dealer: string, address: string): string =>
  FETCHED + createHash('sha256').update(`${dealer}\0${address}`).digest('hex').slice(0, HASH_LENGTH);

const fileName = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? '';

/** More photos than any car has; a faulty feed must not fill the disk. */
export const MOST_PICTURES = 60;
/** VDP-03: of one spin. */
export const MOST_FRAMES = 120;

const identifiedAt = (dealer: string, image: VehicleImage): VehicleImage =>
  image.address === undefined ? image : { ...image, id: fetchedPictureId(dealer, image.address) };

/** With the ids of originals in place of addresses; placeholder pictures are left out (CARD-06). */
function identified(dealer: string, pictures: VehiclePictures): VehiclePictures {
  const { images, spin_images, spin_interior_image } = pictures;
  return {
    images: images
      .slice(0, MOST_PICTURES)
      .filter(({ address }) => address === undefined || !isPlaceholderName(fileName(address)))
      .map((image) => identifiedAt(dealer, image)),
    ...(spin_images && {
      spin_images: spin_images.slice(0, MOST_FRAMES).map((image) => identifiedAt(dealer, image)),
    }),
    ...(spin_interior_image && { spin_interior_image: identifiedAt(dealer, spin_interior_image) }),
  };
}

/** A picture that failed this often is no longer awaited. */
const ATTEMPTS_AWAITED = 3;

type KnownPictures = ReadonlyMap<string, KnownPicture>;

/** With its version; an original stored by hand as it is, a fetched one only if it exists. */
function available({ address, ...image }: VehicleImage, known: KnownPictures): VehicleImage[] {
  if (address === undefined && !image.id.startsWith(FETCHED)) return [image];
  const picture = known.get(image.id);
  return picture?.state === 'ready' ? [{ ...image, version: picture.version }] : [];
}

/** Whether it has not been asked for yet, or may still come after a failure. */
function isAwaited({ id, address }: VehicleImage, known: KnownPictures): boolean {
  if (address === undefined) return false;
  const picture = known.get(id);
  if (picture?.state === 'ready') return false;
  return (picture?.attempts ?? 0) < ATTEMPTS_AWAITED;
}

/**
 * A set that has just begun to arrive does not replace a larger one: a shopper would see one photo instead of thirty.
 * Half of it does, so that a photo the feed leaves out disappears soon.
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

/** All of a spin or none: with a frame missing it would jump. */
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
 * The pictures in a vehicle's record: existing originals, with their versions. While those the feed names now do not
 * exist, as after a move to another host, the stored ones stay. Of what the feed names none, nothing stays.
 * @param stored the pictures in the record now, if they are of the same car
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

/** The record with its pictures replaced. */
export function withPictures<V extends VehiclePictures>(vehicle: V, pictures: VehiclePictures): V {
  const { spin_images: _, spin_interior_image: __, ...rest } = vehicle;
  return { ...rest, ...pictures } as V;
}

/** The pictures in the records of these vehicles, where the record is of the same car. */
async function storedPictures(
  db: Database,
  dealer: string,
  vehicles: ReadonlyMap<string, Vehicle>,
): Promise<Map<string, VehiclePictures>> {
  const records = await presentRecords(db, dealer, [...vehicles.keys()]);
  return new Map(
    records.flatMap(({ id, record }) => {
      const stored = JSON.parse(record) as Vehicle;
      const now = vehicles.get(id);
      return now && isSameCar(stored, now) ? [[id, stored] as const] : [];
    }),
  );
}

/**
 * Vehicles with their available pictures. Runs after `identify`, so that fetched pictures do not affect a car's
 * identity.
 */
export async function withReadyPictures(
  db: Database,
  dealer: string,
  vehicles: readonly IdentifiedVehicle[],
  runId: string,
): Promise<{ vehicles: IdentifiedVehicle[]; pictured: PicturedVehicle[] }> {
  const known = await knownPictures(db, dealer);
  const pictured = new Map<string, PicturedVehicle>();
  const incomplete = new Map<string, Vehicle>();
  for (const { id, vehicle } of vehicles) {
    if (allPictures(vehicle).every(({ address }) => address === undefined)) continue;
    const pictures = identified(dealer, vehicle);
    pictured.set(id, { id, runId, pictures });
    const isReady = (image: VehicleImage) => available(image, known).length > 0;
    if (!allPictures(pictures).every(isReady)) incomplete.set(id, vehicle);
  }
  const stored = await storedPictures(db, dealer, incomplete);
  const ready = vehicles.map((entry) => {
    const named = pictured.get(entry.id)?.pictures;
    if (!named) return entry;
    const vehicle = withPictures(entry.vehicle, readyPictures(named, known, stored.get(entry.id)));
    return { ...entry, vehicle, record: JSON.stringify(vehicle) };
  });
  return { vehicles: ready, pictured: [...pictured.values()] };
}

/** A picture's date of last use only needs to be accurate to months. */
const RENEW_WANTED_AFTER_MS = DAY_MS;

/** Notes each picture once. @param now ISO 8601 */
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
  const renewBefore = new Date(Date.parse(now) - RENEW_WANTED_AFTER_MS).toISOString();
  const pictures = [...addresses].map(([id, url]) => ({ id, url }));
  return wantPictures(db, dealer, pictures, { now, renewBefore });
}
