import { useEffect, useRef, useState } from 'react';
import { dollarsToCents, formatWholeDollars } from '#src/domain/money.ts';
import { type Gauge as GaugeFigures, priceGauge } from '#src/domain/vehicle/price-gauge.ts';
import type { PriceGaugeResponse } from '#src/wire/car-costs.ts';

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

/** From 0 to 1, of the market's range. */
function shareOf({ price, lowest, highest }: GaugeFigures): number {
  const share = highest > lowest ? (price - lowest) / (highest - lowest) : 0.5;
  return Math.max(0, Math.min(1, share));
}

type Props = {
  address: string;
  /** The plural noun for these vehicles. */
  nouns: string;
};

/** VDP-10: space for the gauge, filled when it scrolls near. */
export function Gauge({ address, nouns }: Props) {
  const section = useRef<HTMLElement>(null);
  const [gauge, setGauge] = useState<GaugeFigures | null>(null);
  const [hiddenBy, setHiddenBy] = useState<'space' | 'visibility' | null>(null);

  useEffect(() => {
    /** An element hidden while visible keeps its space, so that the page does not jump. */
    function hide() {
      const { top, bottom } = section.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      setHiddenBy(bottom > 0 && top < innerHeight ? 'visibility' : 'space');
    }
    readGauge(address)
      .then((read) => (read ? setGauge(read) : hide()))
      .catch((error: unknown) => {
        console.warn('The price gauge is not shown:', error);
        hide();
      });
  }, [address]);

  return (
    <section
      ref={section}
      className="gauge"
      aria-label="Price compared with the market"
      aria-busy={gauge || hiddenBy ? undefined : true}
      data-band={gauge?.band}
      data-of-price
      hidden={hiddenBy === 'space'}
      style={hiddenBy === 'visibility' ? { visibility: 'hidden' } : undefined}
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
