import { useEffect, useState } from 'react';
import { type Gauge as GaugeFigures, priceGauge } from '#src/features/vehicle/price/market-price.ts';
import type { PriceGaugeResponse } from '#src/features/vehicle/vehicle-endpoints.ts';
import { dollarsToCents, formatWholeDollars } from '#src/platform/number/number-format.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : dollarsToCents(dollars));

async function readGauge(address: string): Promise<GaugeFigures | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  const body: Partial<PriceGaugeResponse> | null = response.ok
    ? await response.json().catch(() => null)
    : null;
  if (!body || Object.keys(body).length === 0) throw new Error('No data returned');
  const { fill, confidence, listing_price, market_range_min, market_range_max } = body;
  return priceGauge({
    ...{ fill, confidence, listing_price: cents(listing_price) },
    ...{ market_range_min: cents(market_range_min), market_range_max: cents(market_range_max) },
  });
}

/** Position within the market range, from 0 to 1. */
function shareOf({ price, lowest, highest }: GaugeFigures): number {
  const share = highest > lowest ? (price - lowest) / (highest - lowest) : 0.5;
  return Math.max(0, Math.min(1, share));
}

type Props = {
  address: string;
  /** Plural noun. */
  nouns: string;
};

/** VDP-10: reserves space for the gauge. */
export function Gauge({ address, nouns }: Props) {
  const [gauge, setGauge] = useState<GaugeFigures | null>(null);
  const [isHidden, setHidden] = useState(false);

  useEffect(() => {
    readGauge(address)
      .then((read) => (read ? setGauge(read) : setHidden(true)))
      .catch((error: unknown) => {
        console.warn('The price gauge is not shown:', error);
        setHidden(true);
      });
  }, [address]);

  return (
    <section
      className="gauge"
      aria-label="Price compared with the market"
      aria-busy={gauge || isHidden ? undefined : true}
      data-band={gauge?.band}
      data-of-price
      hidden={isHidden}
    >
      <p className="gauge-words">{gauge?.words}</p>
      <div className="gauge-track" aria-hidden="true">
        <span style={gauge ? { left: `${shareOf(gauge) * 100}%` } : undefined} />
      </div>
      <p className="gauge-range">
        {gauge &&
          `Similar ${nouns} sell for ${formatWholeDollars(gauge.lowest)} to ${formatWholeDollars(gauge.highest)}`}
      </p>
    </section>
  );
}
