import * as v from 'valibot';
import { ErrorBodySchema } from '#src/platform/http/endpoint.ts';

/** `GET`, with the query of a signed link: the photo as WebP. */
export const photoPath = (id: string): string => `/api/trade-in-photos/${id}`;

/** Limits the size of a photo, and of all photos of a request. */
export const MAX_PHOTO_BYTES = 8 * 1024 * 1024;

/** `POST`, multipart, with `Accept: application/json`: adds photos to a valuation; 204 if all were added. */
export const photosPath = (id: string): string => `/value-my-car/${id}/photos`;

/** @property status 0 without a response */
export type PhotoResponse = {
  status: number;
  message?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/** Parses the response to an upload; a proxy's response may not be JSON. */
export async function readPhotoResponse(response: Response): Promise<PhotoResponse> {
  const { status, headers } = response;
  const refusal = v.safeParse(ErrorBodySchema, await response.json().catch(() => undefined));
  const pause = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return {
    status,
    ...(refusal.success && { message: refusal.output.error.message }),
    ...(Number.isFinite(pause) && { retryAfterSeconds: Math.max(pause, 0) }),
  };
}

/** FORM-14: `POST`, JSON: stores the estimate of a valuation as a miscellaneous record. */
export const MISCELLANEOUS_PATH = '/api/miscellaneous';

export const VALUATION_COLUMN = 'valuation';

export const MiscellaneousRequestSchema = v.strictObject({
  column_name: v.pipe(v.literal(VALUATION_COLUMN), v.description('Type of record')),
  id: v.pipe(v.string(), v.regex(/^[\w-]{32}$/), v.description('Id of the valuation, as in its address')),
});

export const MiscellaneousStoredSchema = v.strictObject({
  stored: v.pipe(v.literal(true), v.description('Stored, now or before')),
});
