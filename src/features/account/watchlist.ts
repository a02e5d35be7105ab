import * as v from 'valibot';

export const WATCHLIST_PATH = '/api/watchlist';
export const SAVE_CAR_PATH = '/api/watchlist/save-car';
export const REMOVE_CAR_PATH = '/api/watchlist/remove-car';
export const MERGE_PATH = '/api/watchlist/merge';

const MAX_CARS_PER_MERGE = 100;
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));
const phone = v.pipe(v.string(), v.maxLength(30), v.description('Of the person who is signed in'));

/** FAV-05. */
export const WatchRequestSchema = v.object({
  phone_number: phone,
  car_id: v.pipe(id, v.description('Id of the vehicle')),
});

export const MergeRequestSchema = v.object({
  phone_number: phone,
  add: v.pipe(
    v.array(
      v.object({
        car_id: v.pipe(id, v.description('Id of the vehicle')),
        price: v.optional(
          v.pipe(v.string(), v.maxLength(60), v.description('Cents, and the type of the price')),
        ),
      }),
    ),
    v.maxLength(MAX_CARS_PER_MERGE),
    v.description(
      'Vehicles the browser has saved, each with its price then, where known: `3499000.drive_away`',
    ),
  ),
  remove: v.pipe(
    v.array(id),
    v.maxLength(MAX_CARS_PER_MERGE),
    v.description('Ids of vehicles it has removed'),
  ),
});
export type MergeRequest = v.InferOutput<typeof MergeRequestSchema>;

const text = v.string();

/** FAV-01: the fields of favourites. */
const WatchedCarSchema = v.strictObject({
  id: v.pipe(text, v.description('Id of the vehicle')),
  name: v.pipe(text, v.description('Year, make, model and badge')),
  slug: v.pipe(text, v.description('Last part of the address of its page')),
  make: v.pipe(text, v.description('Make')),
  model: v.pipe(text, v.description('Model')),
  primary_image_url: v.pipe(text, v.description('First picture; empty without one')),
});

export const WatchlistSchema = v.strictObject({
  signed_in: v.pipe(v.boolean(), v.description('Whether a shopper is signed in')),
  list_id: v.optional(v.pipe(text, v.description('Names the list; the same for the same person'))),
  phone_number: v.optional(phone),
  cars: v.pipe(v.array(WatchedCarSchema), v.description('The newest first; empty without sign-in')),
});
export type Watchlist = v.InferOutput<typeof WatchlistSchema>;

export const WatchedSchema = v.strictObject({
  success: v.pipe(v.literal(true), v.description('The list is as asked')),
});
