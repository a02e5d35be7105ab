import { dollarsToCents, formatWholeDollars } from '#src/domain/money.ts';
import { type Gauge, priceGauge } from '#src/domain/vehicle/price-gauge.ts';
import { whenNear } from '#src/ui/when-near.ts';
import type { PriceGaugeResponse } from '#src/wire/car-costs.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
/** Requested shortly before it is visible. */
const NEAR = '300px';

const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : dollarsToCents(dollars));

async function readGauge(address: string): Promise<Gauge | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  if (!response.ok) throw new Error('No data returned');
  const { fill, confidence, listing_price, market_range_min, market_range_max } =
    (await response.json()) as PriceGaugeResponse;
  return priceGauge({
    ...{ fill, confidence, listing_price: cents(listing_price) },
    ...{ market_range_min: cents(market_range_min), market_range_max: cents(market_range_max) },
  });
}

function show(section: HTMLElement, { words, band, price, lowest, highest }: Gauge): void {
  const part = (name: string) => section.querySelector<HTMLElement>(`[data-gauge-${name}]`);
  const [said, mark, range] = [part('words'), part('mark'), part('range')];
  if (!said || !mark || !range) return;
  section.dataset.band = band;
  said.textContent = words;
  range.textContent = `Similar ${section.dataset.gaugeNouns} sell for ${formatWholeDollars(lowest)} to ${formatWholeDollars(highest)}`;
  const share = highest > lowest ? (price - lowest) / (highest - lowest) : 0.5;
  mark.style.left = `${Math.max(0, Math.min(1, share)) * 100}%`;
  section.ariaBusy = null;
}

/** An element hidden while visible keeps its space, so that the page does not jump. */
function hide(section: HTMLElement): void {
  const { top, bottom } = section.getBoundingClientRect();
  if (bottom > 0 && top < innerHeight) section.style.visibility = 'hidden';
  else section.hidden = true;
}

for (const section of document.querySelectorAll<HTMLElement>('[data-gauge]'))
  whenNear(section, NEAR, () =>
    readGauge(section.dataset.gauge ?? '')
      .then((gauge) => (gauge ? show(section, gauge) : hide(section)))
      .catch((error: unknown) => {
        console.warn('The price gauge is not shown:', error);
        hide(section);
      }),
  );
