import { HOUR_MS } from '#src/domain/duration.ts';

/** Calls at most once an hour, so that clients cannot fill the log. */
export function hourly<A extends unknown[]>(call: (...args: A) => void, now = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  return (...args: A): void => {
    if (now() - last < HOUR_MS) return;
    last = now();
    call(...args);
  };
}
