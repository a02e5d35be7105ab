import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { pdfOf } from '#src/features/vehicle/server/vehicle-access.ts';
import { vehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';
import { resized } from '#src/platform/images/encode-image.ts';
import { type ImageOriginal, imageUrl, parseImagePath } from '#src/platform/images/image-url.ts';
import { href } from '#src/platform/routing/href.ts';
import { pdfPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';
import type { PaperColours } from './pdf-paper.ts';

/**
 * Optimised for latency: mozjpeg, as used by the image route, would save 10 KB but take twice as long; optimised Huffman
 * tables would save 3 KB but take 3 ms.
 */
const JPEG = { quality: 80, optimiseCoding: false };

/** 170 dpi; a larger picture takes 20% longer and prints the same. */
const SIZE = { width: 800, crop: '3x2' } as const;

/** Undefined if it is missing or damaged, or its bucket cannot be reached. */
async function paperPicture(
  { pictures, log }: Pick<Services, 'pictures' | 'log'>,
  picture: ImageOriginal,
): Promise<Buffer | undefined> {
  // Validates the id before it becomes part of a file name.
  const request = parseImagePath(imageUrl({}, picture, { width: 960 }));
  if (!request) return undefined;
  try {
    const original = await pictures.find(request);
    return (
      original &&
      (await resized(await original.file(), SIZE)
        .jpeg(JPEG)
        .toBuffer())
    );
  } catch (error) {
    const err = error instanceof Error ? error.message : String(error);
    log.warn({ picture: request.id, err }, 'no picture in a document');
    return undefined;
  }
}

const NOINDEX = { 'X-Robots-Tag': 'noindex' };

/**
 * VDP-20: the PDF of a vehicle; 303 to its page if it is sold.
 * @throws the reason of `signal`, aborted when the client disconnects
 */
export async function respondWithPdf(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'pictures' | 'log' | 'documents'>,
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
