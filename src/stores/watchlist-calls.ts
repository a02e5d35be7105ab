import {
  MERGE_PATH,
  REMOVE_CAR_PATH,
  SAVE_CAR_PATH,
  WATCHLIST_PATH,
  type Watchlist,
} from '#src/wire/watchlist.ts';

const RESPONSE_TIMEOUT_MS = 15_000;
/** `code` is the server's; `unreachable` without a response. */
export type CallFailure = { code: string; message: string };
export const UNREACHABLE: CallFailure = {
  code: 'unreachable',
  message: 'We couldn’t reach our server. Please check your connection and try again.',
};
type Result<T> = { ok: true; body: T } | ({ ok: false } & CallFailure);

async function call<T>(path: string, body?: object): Promise<Result<T>> {
  try {
    const response = await fetch(path, {
      ...(body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const read = await response.json();
    if (response.ok) return { ok: true, body: read as T };
    return {
      ok: false,
      code: String(read.error?.code),
      message: String(read.error?.message ?? UNREACHABLE.message),
    };
  } catch {
    return { ok: false, ...UNREACHABLE };
  }
}

export const fetchWatchlist = () => call<Watchlist>(WATCHLIST_PATH);

export const sendPress = (saved: boolean, phone: string, carId: string) =>
  call<object>(saved ? SAVE_CAR_PATH : REMOVE_CAR_PATH, { phone_number: phone, car_id: carId });

export const sendMerge = (phone: string, add: object[], remove: string[]) =>
  call<Watchlist>(MERGE_PATH, { phone_number: phone, add, remove });
