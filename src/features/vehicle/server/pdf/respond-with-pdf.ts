import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { pdfOf } from '#src/features/vehicle/server/enquired-vehicle.ts';
import { vehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';
import { resized } from '#src/platform/images/encode-image.ts';
import { imageFolders, originalFile } from '#src/platform/images/image-store.ts';
import { type ImageOriginal, imageUrl, parseImagePath } from '#src/platform/images/image-url.ts';
import { href } from '#src/platform/routing/href.ts';
import { pdfPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';
import type { PaperColours } from './pdf-paper.ts';

/**
 * The shopper waits for it: without the encoder of the image route, which saves some 10 KB and takes twice as long, and
 * without tables of its own, which save 3 KB and take 3 ms.
 */
const JPEG = { quality: 80, optimiseCoding: false };

/** 170 dots an inch where the document shows it; a wider one takes a fifth longer and prints the same. */
const SIZE = { width: 800, crop: '3x2' } as const;

/**
 * A JPEG of a stored picture for a document; nothing is fetched from elsewhere.
 * @returns undefined if the picture is not stored here; a promise of undefined if it is damaged, which is logged
 */
function paperPicture(
  { env, log }: Pick<Services, 'env' | 'log'>,
  picture: ImageOriginal,
): Promise<Buffer | undefined> | undefined {
  // Only ids that an address could name are looked up on disk.
  const request = parseImagePath(imageUrl({}, picture, { width: 960 }));
  if (!request) return undefined;
  const file = join(imageFolders(env.DATA_DIR).originalsFolder, originalFile(request.id));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  return resized(file, SIZE)
    .jpeg(JPEG)
    .toBuffer()
    .catch((error: unknown) => {
      const err = error instanceof Error ? error.message : String(error);
      log.warn({ picture: request.id, err }, 'no picture in a document');
      return undefined;
    });
}

const NOINDEX = { 'X-Robots-Tag': 'noindex' };

/**
 * VDP-20: the file of a vehicle. 303 to its page where it is sold, 404 for one that is not listed.
 * @param signal aborted once the client has gone
 * @throws the signal's reason
 */
export async function respondWithPdf(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'documents'>,
  dealer: DealerConfig,
  slug: string,
  { colours, signal }: { colours: PaperColours; signal?: AbortSignal | undefined },
): Promise<Response> {
  const task = await pdfOf(services, dealer, slug);
  if (task.kind === 'elsewhere')
    return new Response(null, { status: 303, headers: { ...NOINDEX, Location: href(task.to) } });
  if (task.kind === 'unknown') {
    const headers = { ...NOINDEX, 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response('Nothing is listed at this address.', { status: 404, headers });
  }
  const { clock, documents } = services;
  const sheet = vehicleSheet(task.vehicle, dealer, { clock, origin: canonicalOrigin(dealer) });
  signal?.throwIfAborted();
  const photo = sheet.picture && (await paperPicture(services, sheet.picture));
  const { theme } = dealer;
  signal?.throwIfAborted();
  const madeAt = clock.now();
  const bytes = await documents.vehiclePdf({ sheet, place: task, photo, theme, colours, madeAt });
  const fileName = pdfPath(task.vehicle).split('/').at(-1);
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...NOINDEX,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-cache',
    },
  });
}
