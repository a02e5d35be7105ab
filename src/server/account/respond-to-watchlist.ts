import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { errorResponse } from '#src/wire/error.ts';
import { MergeRequestSchema, WatchRequestSchema } from '#src/wire/watchlist.ts';
import type { Services } from '../services.ts';
import { mergeWatchlist, readWatchlist, removeCar, saveCar, type WatchRefusal } from './watchlist.ts';

type WatchServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

const REFUSALS: Readonly<Record<WatchRefusal, { status: number; message: string }>> = {
  watchlist_off: { status: 404, message: 'This site has no watchlist.' },
  sign_in_required: { status: 403, message: 'Please sign in to keep a watchlist.' },
  not_your_phone: { status: 403, message: 'This phone number is not yours.' },
  unknown_car: { status: 404, message: 'We don’t know this vehicle.' },
  car_gone: { status: 410, message: 'This vehicle is no longer listed.' },
  not_for_car: { status: 409, message: 'This vehicle can’t be saved.' },
};

const refusal = (code: WatchRefusal): Response =>
  errorResponse(REFUSALS[code].status, code, REFUSALS[code].message);

const done = (body: object): Response => Response.json(body, { headers: { 'Cache-Control': 'no-store' } });

async function read<S extends v.GenericSchema>(
  request: Request,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await request.text());
  return parsed.success ? parsed.output : undefined;
}

const unread = () => errorResponse(400, 'bad_request', 'Send phone_number and the vehicles as JSON.');

/** Handles `POST /api/watchlist/save-car` and `remove-car`. */
export async function respondToWatch(
  services: WatchServices,
  dealer: DealerConfig,
  request: Request,
  change: 'save' | 'remove',
): Promise<Response> {
  const body = await read(request, WatchRequestSchema);
  if (!body) return unread();
  const asker = { cookies: request.headers.get('cookie'), phone: body.phone_number };
  const refused = await (change === 'save' ? saveCar : removeCar)(services, dealer, asker, body.car_id);
  return refused ? refusal(refused) : done({ success: true });
}

/** Handles `POST /api/watchlist/merge`. */
export async function respondToMerge(
  services: WatchServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const body = await read(request, MergeRequestSchema);
  if (!body) return unread();
  const asker = { cookies: request.headers.get('cookie'), phone: body.phone_number };
  const merged = await mergeWatchlist(services, dealer, asker, body);
  return typeof merged === 'string' ? refusal(merged) : done(merged);
}

/** Handles `GET /api/watchlist`. */
export async function respondWithWatchlist(
  services: WatchServices,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const list = await readWatchlist(services, dealer, request.headers.get('cookie'));
  return list ? done(list) : refusal('watchlist_off');
}
