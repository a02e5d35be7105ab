import { copyFileSync, existsSync, linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { sheetKey, writeSheet } from '#src/features/vehicle/server/spin-sheet.ts';
import { listedSpin } from '#src/features/vehicle/server/vehicle-access.ts';
import { encodeImage } from '#src/platform/images/encode-image.ts';
import {
  CARD_PLACE,
  type ImageOriginal,
  parseImagePath,
  parseSheetPath,
  pictureSources,
  savedCarImageUrl,
  sheetPath,
} from '#src/platform/images/image-url.ts';
import { MissingPictureError, type Original } from '#src/platform/images/picture-files.ts';
import { renditionName, sharedKey, stateOf } from '#src/platform/images/rendition-cache.ts';
import type { Services } from '#src/server/services.ts';

export type PictureProgress = {
  /** Number encoded so far. */
  made: number;
  done: number;
  of: number;
};

type WrittenPictures = {
  /** Number of files. */
  written: number;
  /** Number of files encoded. */
  made: number;
  /** Addresses of pictures not found on this machine. */
  missing: string[];
};

/** Same concurrency as the server. */
const CONCURRENCY = 2;

/** Synchronous: ten thousand links take a third of the time. @param folders already created */
function linkOrCopy(made: string, target: string, folders: Set<string>): void {
  const folder = dirname(target);
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
  folders.add(folder);
  try {
    linkSync(made, target);
  } catch {
    // Hard links cannot cross disks.
    copyFileSync(made, target);
  }
}

/**
 * Writes the given vehicle pictures to `folder`, each at its own address. Renditions are taken from the server's cache
 * or encoded.
 */
export async function writePictures(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'pictures'>,
  dealer: DealerConfig,
  addresses: Iterable<string>,
  folder: string,
  onMade: (progress: PictureProgress) => void = () => {},
): Promise<WrittenPictures> {
  const { cacheFolder } = services.pictures;
  const waiting = [...addresses];
  const of = waiting.length;
  const folders = new Set<string>();
  const originals = new Map<string, Promise<Original | undefined>>();
  const result: WrittenPictures = { written: 0, made: 0, missing: [] };

  function original(picture: ImageOriginal): Promise<Original | undefined> {
    const known = originals.get(picture.id) ?? services.pictures.find(picture);
    originals.set(picture.id, known);
    return known;
  }

  /** The path of the cached rendition, and a function that creates it. */
  async function rendition(
    address: string,
  ): Promise<{ name: string; key: string | undefined; make(file: string): Promise<void> } | undefined> {
    const sheet = parseSheetPath(address);
    if (sheet) {
      const frames = await listedSpin(services, dealer, sheet.vehicleId);
      const found = await Promise.all(frames.map(original));
      const whole = found.filter((one) => one !== undefined);
      if (whole.length === 0 || whole.length < frames.length) return undefined;
      const key = sheetKey(frames);
      return {
        name: `spin-${key}.${stateOf(whole)}.webp`,
        key: sheetPath(sheet.vehicleId, key).slice(1),
        make: async (file) => writeSheet(await Promise.all(whole.map((each) => each.file())), file),
      };
    }
    const request = parseImagePath(address);
    const found = request && (await original(request));
    if (!request || !found) return undefined;
    return {
      name: renditionName(request, found),
      key: sharedKey(request, found),
      make: async (file) => encodeImage(await found.file(), file, request, services.env.AVIF_EFFORT),
    };
  }

  async function write(address: string): Promise<void> {
    const wanted = await rendition(address);
    if (!wanted) return void result.missing.push(address);
    const file = join(cacheFolder, wanted.name);
    const isMade =
      existsSync(file) ||
      (wanted.key !== undefined && (await services.pictures.fetchRendition(wanted.key, file)));
    try {
      if (!isMade) await wanted.make(file);
    } catch (error) {
      if (!(error instanceof MissingPictureError)) throw error;
      return void result.missing.push(address);
    }
    linkOrCopy(file, join(folder, address), folders);
    result.written += 1;
    if (isMade) return;
    result.made += 1;
    onMade({ made: result.made, done: result.written + result.missing.length, of });
  }

  const work = async () => {
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) await write(address);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return result;
}

const addressesIn = (srcSet: string): string[] =>
  srcSet.split(', ').flatMap((one) => one.split(' ')[0] ?? []);

/** Adds the picture addresses that cards of these vehicles show, including saved ones. */
export function withDocumentPictures(
  known: ReadonlySet<string>,
  documents: readonly Pick<SearchDocument, 'image_id' | 'image_version'>[],
): Set<string> {
  const addresses = new Set(known);
  for (const { image_id, image_version } of documents) {
    if (image_id === null) continue;
    const original = { id: image_id, version: image_version };
    const { sources, src } = pictureSources({}, original, CARD_PLACE);
    const saved = savedCarImageUrl({}, original);
    for (const address of [src, saved, ...sources.flatMap(({ srcSet }) => addressesIn(srcSet))])
      addresses.add(address);
  }
  return addresses;
}
