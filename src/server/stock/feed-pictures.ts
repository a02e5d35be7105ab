import { createHash } from 'node:crypto';
import { DAY_MS } from '#src/domain/duration.ts';
import { isPlaceholderName } from '#src/domain/vehicle/pictures.ts';
import type { VehicleImage } from '#src/domain/vehicle/vehicle.ts';
import type { Database } from '#src/providers/database/database.ts';
import { type KnownPicture, knownPictures, wantPictures } from '#src/providers/database/pictures.ts';
import type { IdentifiedVehicle } from './identify-vehicles.ts';

/** A vehicle's pictures as the feed has them, in its order; fetched ones by the id they have or will have. */
export type PicturedVehicle = {
  id: string;
  /** The import that read them; a newer one has its own list. */
  runId: string;
  images: readonly VehicleImage[];
};

/** Tells fetched originals from those an operator stored by hand. */
const FETCHED = 'fetched-';
const HASH_LENGTH = 32;

/** Id of the original behind an address: a dealer never shows what another dealer's address held. */
export const fetchedPictureId = (dealer: string, address: string): string =>
  FETCHED + createHash('sha256').update(`${dealer}\0${address}`).digest('hex').slice(0, HASH_LENGTH);

const fileName = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? '';

/** More than any car has; a feed gone wrong must not fill the disk. */
export const MOST_PICTURES = 60;

/** With the ids of originals in place of those awaited; pictures that stand for a missing one are left out (CARD-06). */
const identified = (dealer: string, images: readonly VehicleImage[]): VehicleImage[] =>
  images.slice(0, MOST_PICTURES).flatMap((image) => {
    if (image.address === undefined) return [image];
    if (isPlaceholderName(fileName(image.address))) return [];
    return [{ ...image, id: fetchedPictureId(dealer, image.address) }];
  });

/** What a vehicle's record holds of its pictures: those that are there, with the version of their content. */
export const readyImages = (
  images: readonly VehicleImage[],
  known: ReadonlyMap<string, KnownPicture>,
): VehicleImage[] =>
  images.flatMap(({ address, ...image }) => {
    if (address === undefined) return [image];
    const picture = known.get(image.id);
    return picture?.state === 'ready' ? [{ ...image, version: picture.version }] : [];
  });

/**
 * Vehicles with the pictures they can show now. Comes after `identify`, so that what has been fetched
 * does not decide which car is which.
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
    if (entry.vehicle.images.every(({ address }) => address === undefined)) return entry;
    const images = identified(dealer, entry.vehicle.images);
    pictured.push({ id: entry.id, runId, images });
    const vehicle = { ...entry.vehicle, images: readyImages(images, known) };
    return { ...entry, vehicle, record: JSON.stringify(vehicle) };
  });
  return { vehicles: ready, pictured };
}

/** A picture's date of last use is only good for weighing months. */
const RENEW_WANTED_AFTER_MS = DAY_MS;

/** Notes each picture once. @param now ISO 8601 */
export function notePictures(
  db: Database,
  dealer: string,
  pictured: readonly PicturedVehicle[],
  now: string,
): Promise<void> {
  const addresses = new Map(
    pictured.flatMap(({ images }) =>
      images.flatMap(({ id, address }) => (address === undefined ? [] : [[id, address] as const])),
    ),
  );
  const renewBefore = new Date(Date.parse(now) - RENEW_WANTED_AFTER_MS).toISOString();
  const pictures = [...addresses].map(([id, url]) => ({ id, url }));
  return wantPictures(db, dealer, pictures, { now, renewBefore });
}
