import * as v from 'valibot';

/** `GET`, with the query of a link made for the dealer: the photo as WebP. */
export const photoPath = (id: string): string => `/api/trade-in-photos/${id}`;

/** `POST`, JSON: keeps the estimate of a valuation as a miscellaneous record (FORM-14). */
export const MISCELLANEOUS_PATH = '/api/miscellaneous';

export const VALUATION_COLUMN = 'valuation';

export const MiscellaneousRequestSchema = v.strictObject({
  column_name: v.pipe(v.literal(VALUATION_COLUMN), v.description('What is kept')),
  id: v.pipe(v.string(), v.regex(/^[\w-]{32}$/), v.description('The valuation, as its address names it')),
});

export const MiscellaneousStoredSchema = v.strictObject({
  stored: v.pipe(v.literal(true), v.description('Kept, now or before')),
});
