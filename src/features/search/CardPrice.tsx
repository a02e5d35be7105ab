import type { AdvertisedRepayment } from '#src/domain/finance/advertised-repayment.ts';
import { repaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { type PriceDisplay, pricedDollars } from '#src/domain/vehicle/price-display.ts';
import { useOwnFigure } from '#src/stores/use-own-figure.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Shows the shopper's own figure where the card is no island. */
      'own-repayment': { price: number | undefined; children: ReactNode };
    }
  }
}

/** @param price in whole dollars, for the shopper's own terms */
function CardRepayment({ repayment, price }: { repayment: AdvertisedRepayment; price: number | undefined }) {
  const advertised = repaymentDisplay(repayment);
  const own = useOwnFigure(price);
  if (advertised.kind === 'enquire') return <p className="vehicle-card-repayment">{advertised.text}</p>;
  const figure = own ?? advertised;
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
    </own-repayment>
  );
}

/** A price is never shown without its type; a repayment never without both rates at equal prominence. */
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
      {repayment && <CardRepayment repayment={repayment} price={pricedDollars(price)} />}
    </div>
  );
}
