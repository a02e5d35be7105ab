import { readFile } from 'node:fs/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isPhotoOfDealer } from '#src/providers/database/trade-in-photos.ts';
import { errorResponse } from '#src/wire/error.ts';
import type { Services } from '../services.ts';
import { photoFile } from './photo-files.ts';
import { isPhotoLink } from './photo-link.ts';

const PHOTO_ID = /^[\da-f-]{36}$/;

const notThere = () =>
  errorResponse(404, 'unknown_photo', 'There is no such photo, or its link has expired.');

/**
 * Handles `GET /api/trade-in-photos/{id}`: only the link sent to the dealer opens a photo, on the dealer's own site.
 */
export async function showPhoto(
  { db, env, clock }: Pick<Services, 'db' | 'env' | 'clock'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  id: string,
  query: URLSearchParams,
): Promise<Response> {
  const signed = { secret: env.SITE_SECRET, now: clock.now() };
  if (!PHOTO_ID.test(id) || !isPhotoLink(slug, id, query, signed)) return notThere();
  if (!(await isPhotoOfDealer(db, slug, id))) return notThere();
  const bytes = await readFile(photoFile(env.DATA_DIR, id)).catch(() => undefined);
  if (!bytes) return notThere();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/webp',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'",
      'X-Robots-Tag': 'noindex',
    },
  });
}
