import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { vehicleSheet } from '#src/domain/vehicle/vehicle-sheet.ts';
import { href } from '#src/routing/href.ts';
import { pdfPath } from '#src/routing/page-paths.ts';
import { paperPicture } from '../../images/paper-picture.ts';
import type { Services } from '../../services.ts';
import { pdfOf } from '../car-asked-about.ts';
import type { PaperColours } from './paper.ts';

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
