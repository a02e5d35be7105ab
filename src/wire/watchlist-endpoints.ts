import type { Endpoint } from './endpoint.ts';
import {
  MERGE_PATH,
  MergeRequestSchema,
  REMOVE_CAR_PATH,
  SAVE_CAR_PATH,
  WATCHLIST_PATH,
  WatchedSchema,
  WatchlistSchema,
  WatchRequestSchema,
} from './watchlist.ts';

const REFUSED = {
  400: '`bad_request`: the body doesn’t match',
  403: '`sign_in_required`, or `not_your_phone`: any phone but that of the person who is signed in, known or unknown',
};
const OFF = '`watchlist_off`: the site has no watchlist';

export const WATCHLIST_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: WATCHLIST_PATH,
    summary: 'The watchlist of the person who is signed in, by the session cookie. Never cached.',
    response: WatchlistSchema,
    statuses: { 200: 'The list; without a session `signed_in` is false', 404: OFF },
  },
  {
    method: 'POST',
    path: SAVE_CAR_PATH,
    summary:
      'Adds a vehicle to the watchlist, with its present price. One that is there stays as it is. The 101st replaces the oldest.',
    request: WatchRequestSchema,
    sample: { phone_number: '0491 570 156', car_id: 'k3yq8vw2' },
    response: WatchedSchema,
    statuses: {
      200: 'It is on the list',
      ...REFUSED,
      404: `${OFF}; \`unknown_car\`: no such vehicle was ever listed here`,
      409: '`not_for_car`: this vehicle cannot be saved, as one that is sold',
      410: '`car_gone`: the vehicle is no longer listed',
    },
  },
  {
    method: 'POST',
    path: REMOVE_CAR_PATH,
    summary: 'Removes a vehicle from the watchlist, whatever has become of it.',
    request: WatchRequestSchema,
    sample: { phone_number: '0491 570 156', car_id: 'k3yq8vw2' },
    response: WatchedSchema,
    statuses: { 200: 'It is not on the list', ...REFUSED, 404: OFF },
  },
  {
    method: 'POST',
    path: MERGE_PATH,
    summary:
      'Merges what a browser has saved and removed meanwhile, after sign-in or a lost connection. Vehicles that have been sold since are taken too; those never listed here are left out.',
    request: MergeRequestSchema,
    sample: { phone_number: '0491 570 156', add: [{ car_id: 'k3yq8vw2' }], remove: [] },
    response: WatchlistSchema,
    statuses: { 200: 'The list as it is now', ...REFUSED, 404: OFF },
  },
];
