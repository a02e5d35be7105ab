import { MINUTE_MS } from '#src/domain/duration.ts';
import type { Services } from '../services.ts';

/** Anyone can send any host: beyond these, none is named until a minute is over. */
const MOST_NAMED = 100;
const LONGEST_HOST = 253;

export type UnknownHosts = {
  /** A request for a host without a dealer. */
  note(host: string | undefined): void;
  /** Requests for such hosts since the process started. */
  total(): number;
};

/** PLAT-02: requests for hosts without a dealer leave a line in the log, once a minute for each host. */
export function unknownHosts({ clock, log }: Pick<Services, 'clock' | 'log'>): UnknownHosts {
  let total = 0;
  const named = new Map<string, number>();
  return {
    total: () => total,
    note(given) {
      total += 1;
      const host = (given ?? '').slice(0, LONGEST_HOST).toLowerCase();
      const now = clock.now().getTime();
      for (const [each, at] of named) if (now - at >= MINUTE_MS) named.delete(each);
      if (named.has(host) || named.size >= MOST_NAMED) return;
      named.set(host, now);
      log.warn({ host, requests: total }, 'no dealer has this host');
    },
  };
}
