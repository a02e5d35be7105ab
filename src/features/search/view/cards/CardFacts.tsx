import { KIND_TERMS } from '#src/config/sections/stock/stock-terms.ts';
import type { CARD_CHIPS } from '#src/config/sections/stock/vehicle-page-section.ts';
import type { AdvertisedRepayment } from '#src/features/finance/advertised-repayment.ts';
import { useOwnFigure } from '#src/features/finance/client/use-repayment.ts';
import { RATE_REASONS, repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { getFacet, valueLabel } from '#src/features/search/facets/facets.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { SearchSettings } from '#src/features/search/view/search-settings.ts';
import { MEASURE_TEXTS, type MeasureName } from '#src/features/vehicle/measures.ts';
import { MARKET_NOTE_ID, marketBadge } from '#src/features/vehicle/price/market-price.ts';
import { displayedDollars, type PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';

/** CARD-01: the configured chips apply to the dealer's main type of vehicle; others have defaults. */
export const chipNames = (
  { item_type }: Pick<CardDocument, 'item_type'>,
  { card, kind }: Pick<SearchSettings, 'card' | 'kind'>,
): readonly (typeof CARD_CHIPS)[number][] =>
  (item_type === kind ? card.chips : undefined) ?? KIND_TERMS[item_type].chips;

/** CARD-01: null if the vehicle lacks the fact. */
export function chipText(
  name: (typeof CARD_CHIPS)[number],
  car: Pick<CardDocument, 'car_type' | 'transmission' | 'km' | 'fuel' | 'seats' | 'body' | 'measures'>,
): string | null {
  const measured = (measure: MeasureName) => {
    const value = car.measures?.[measure];
    return value === undefined ? null : MEASURE_TEXTS[measure](value);
  };
  const texts = {
    condition: conditionLabel(car.car_type),
    transmission: car.transmission,
    odometer: typeof car.km === 'number' ? `${formatNumber(car.km)} km` : null,
    fuel: car.fuel,
    seats: typeof car.seats === 'number' ? `${car.seats} seats` : null,
    body: car.body ? valueLabel(getFacet('body'), car.body) : null,
    berths: measured('berths'),
    length: measured('length'),
    tare: measured('tare'),
    gvm: measured('gvm'),
    engine: measured('engine'),
  };
  return texts[name] || null;
}

export const conditionLabel = (carType: string): string => valueLabel(getFacet('car_type'), carType);

/** CARD-01: page views; a single view is not shown. */
export const viewsText = ({ views = 0 }: Pick<CardDocument, 'views'>): string | null =>
  views > 1 ? `${formatNumber(views)} views` : null;

/** LOC-11: null without a place to search around. */
export const distanceText = ({ distance_km: km }: Pick<CardDocument, 'distance_km'>): string | null => {
  if (km === undefined) return null;
  return km < 1 ? 'less than 1 km away' : `${formatNumber(km)} km away`;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Updates the figure on cards that are not hydrated. */
      'own-repayment': { price: number | undefined; children: ReactNode };
    }
  }
}

/** @param price in whole dollars, to calculate the visitor's own repayment */
function CardRepayment({ repayment, price }: { repayment: AdvertisedRepayment; price: number | undefined }) {
  const advertised = repaymentDisplay(repayment);
  const own = useOwnFigure(price);
  if (advertised.kind === 'enquire') return <p className="vehicle-card-repayment">{advertised.text}</p>;
  const figure = own ?? advertised;
  const reason = RATE_REASONS[repayment.source];
  return (
    <own-repayment price={price}>
      <p className="vehicle-card-repayment">
        {figure.kind === 'enquire' ? (
          figure.text
        ) : (
          <>
            <span data-figure="amountOverTerm">{`${figure.amountText} ${figure.termText}`}</span>{' '}
            <span data-figure="rate">{figure.rateText}</span>{' '}
            <span data-figure="comparison">
              {figure.comparisonText}
              <a href="#financeDisclaimer" aria-label="About these rates">
                *
              </a>
            </span>
          </>
        )}
      </p>
      {!own && reason && (
        <p className="vehicle-card-rate-reason" data-advertised-only>
          {reason}
        </p>
      )}
    </own-repayment>
  );
}

/**
 * CARD-250.
 * @param hasNote whether the page has the note that the badge opens, `MarketNote`
 */
export function CardMarket({ below, hasNote }: { below: CardDocument['below_market']; hasNote: boolean }) {
  if (below === null || below === undefined) return null;
  const text = marketBadge(below);
  return (
    <p className="vehicle-card-market">
      {hasNote ? (
        <button type="button" popoverTarget={MARKET_NOTE_ID}>
          {text}
          <span className="visually-hidden">, how we compare</span>
        </button>
      ) : (
        <span>{text}</span>
      )}
    </p>
  );
}

/** By law a price needs its type, and a repayment both rates with equal prominence. */
export function CardPrice({
  price,
  repayment,
  planLine,
}: {
  price: PriceDisplay;
  repayment: AdvertisedRepayment | null;
  planLine: string;
}) {
  return (
    <div className="vehicle-card-price">
      <p className="vehicle-card-amount">
        {price.wasText && (
          <s>
            <span className="visually-hidden">Was </span>
            {price.wasText}
          </s>
        )}
        <strong data-kind={price.kind}>{price.text}</strong>
        {price.typeText && <span className="vehicle-card-price-type">{price.typeText}</span>}
      </p>
      {planLine && (
        <p className="vehicle-card-plan">{price.kind === 'subscription' ? planLine : 'For sale outright'}</p>
      )}
      {repayment && <CardRepayment repayment={repayment} price={displayedDollars(price)} />}
    </div>
  );
}
