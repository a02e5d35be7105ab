import { createHash } from 'node:crypto';
import { DAY_MS } from '#src/domain/duration.ts';
import { everyPicture, isPlaceholderName, type VehiclePictures } from '#src/domain/vehicle/pictures.ts';
import type { VehicleImage } from '#src/domain/vehicle/vehicle.ts';
import type { Database } from '#src/providers/database/database.ts';
import { type KnownPicture, knownPictures, wantPictures } from '#src/providers/database/pictures.ts';
import type { IdentifiedVehicle } from './identify-vehicles.ts';

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

/** The pictures in a vehicle's record: existing originals, with their versions. */
export function readyPictures(
  { images, spin_images = [], spin_interior_image }: VehiclePictures,
  known: ReadonlyMap<string, KnownPicture>,
): VehiclePictures {
  const ready = ({ address, ...image }: VehicleImage): VehicleImage[] => {
    if (address === undefined) return [image];
    const picture = known.get(image.id);
    return picture?.state === 'ready' ? [{ ...image, version: picture.version }] : [];
  };
  const frames = spin_images.flatMap(ready);
  const [interior] = spin_interior_image ? ready(spin_interior_image) : [];
  return {
    images: images.flatMap(ready),
    // A spin with a frame missing would jump.
    ...(frames.length > 0 && frames.length === spin_images.length && { spin_images: frames }),
    ...(interior && { spin_interior_image: interior }),
  };
}

/** The record with its pictures replaced. */
export function withPictures<V extends VehiclePictures>(vehicle: V, pictures: VehiclePictures): V {
  const { spin_images: _, spin_interior_image: __, ...rest } = vehicle;
  return { ...rest, ...pictures } as V;
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
  const pictured: PicturedVehicle[] = [];
  const known = await knownPictures(db, dealer);
  const ready = vehicles.map((entry) => {
    if (everyPicture(entry.vehicle).every(({ address }) => address === undefined)) return entry;
    const pictures = identified(dealer, entry.vehicle);
    pictured.push({ id: entry.id, runId, pictures });
    const vehicle = withPictures(entry.vehicle, readyPictures(pictures, known));
    return { ...entry, vehicle, record: JSON.stringify(vehicle) };
  });
  return { vehicles: ready, pictured };
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
      everyPicture(pictures).flatMap(({ id, address }) =>
        address === undefined ? [] : [[id, address] as const],
      ),
    ),
  );
  const renewBefore = new Date(Date.parse(now) - RENEW_WANTED_AFTER_MS).toISOString();
  const pictures = [...addresses].map(([id, url]) => ({ id, url }));
  return wantPictures(db, dealer, pictures, { now, renewBefore });
}
