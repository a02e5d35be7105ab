import * as v from 'valibot';
import { MAX_VIEWED_CARS } from '#src/features/account/saved-cars/car-lists.ts';
import { MAX_SAVED_PER_REQUEST, SAVED_ID } from '#src/features/account/saved-cars/saved-change.ts';

/** VDP-34. */
export const similarIdsPath = (slug: string): string => `/api/cars/${slug}/similar`;

export const SimilarIdsSchema = v.strictObject({
  ids: v.pipe(v.array(v.string()), v.description('Ids of vehicles, the most similar first; may be empty')),
});
export type SimilarIds = v.InferOutput<typeof SimilarIdsSchema>;

const MAX_ID_LENGTH = 64;

/** VDP-22: query parameters. */
export const ViewedRequestSchema = v.object({
  id: v.pipe(
    v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_ID_LENGTH))),
    v.minLength(1),
    v.maxLength(MAX_VIEWED_CARS),
    v.description('Ids of vehicles, the last viewed first'),
  ),
});

const SAVED_CAR = new RegExp(`^${SAVED_ID.source}(?:\\.\\d{1,10}\\.[a-z_]{1,40})?$`);

/** FAV-01: query parameters. */
export const SavedRequestSchema = v.object({
  car: v.pipe(
    v.array(v.pipe(v.string(), v.regex(SAVED_CAR))),
    v.minLength(1),
    v.maxLength(MAX_SAVED_PER_REQUEST),
    v.description(
      'Ids of vehicles, each with the price in cents and its type when it was saved, where known: `{id}.3499000.drive_away`',
    ),
  ),
});

/** FAV-01. */
export const SavedEntriesSchema = v.strictObject({
  entries: v.pipe(
    v.array(v.unknown()),
    v.description(
      'What is known of each vehicle, in their order: `{ kind: "card", car, change, hasPage }` with the car as a search finds it, or `{ kind: "gone", id, change, name? }`',
    ),
  ),
});

/** An HTML fragment. */
export const CardsHtmlSchema = v.pipe(
  v.string(),
  v.description('HTML of a row of cards, for the page that asked; empty if there are none'),
);
