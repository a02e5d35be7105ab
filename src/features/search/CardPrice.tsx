import type { AdvertisedRepayment } from '#src/domain/finance/advertised-repayment.ts';
import { repaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { type PriceDisplay, pricedDollars } from '#src/domain/vehicle/price-display.ts';

/** @param price in whole dollars, for the shopper's own terms */
function CardRepayment({ repayment, price }: { repayment: AdvertisedRepayment; price: number | undefined }) {
  const display = repaymentDisplay(repayment);
  if (display.kind === 'enquire') return <p className="vehicle-card-repayment">{display.text}</p>;
  return (
    <p className="vehicle-card-repayment" data-own-price={price}>
      <span>{`${display.amountText} ${display.termText}`}</span> <span>{display.rateText}</span>{' '}
      <span>
        {display.comparisonText}
        <a href="#financeDisclaimer" aria-label="About these rates">
          *
        </a>
      </span>
    </p>
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
