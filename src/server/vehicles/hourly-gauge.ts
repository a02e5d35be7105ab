import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/domain/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/domain/duration.ts';
import type { GaugeOutcome, PriceGauge } from '#src/providers/price-gauge/price-gauge.ts';

/** How long a reading is valid. */
const READING_MS = HOUR_MS;
const FAILURE_MS = MINUTE_MS;
const MOST_OUTCOMES = 2000;

/** A gauge that calls `gauge` once an hour for each vehicle and price, even for concurrent shoppers. */
export function hourlyGauge(gauge: PriceGauge, clock: Clock): PriceGauge {
  const outcomes = new LRUCache<string, Promise<GaugeOutcome>>({
    max: MOST_OUTCOMES,
    ttl: READING_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return {
    read(question) {
      const key = JSON.stringify(question);
      const known = outcomes.get(key);
      if (known) return known;
      const outcome = gauge.read(question);
      outcomes.set(key, outcome);
      void outcome.then(({ kind }) => {
        if (kind === 'unavailable') outcomes.set(key, outcome, { ttl: FAILURE_MS });
      });
      return outcome;
    },
  };
}
