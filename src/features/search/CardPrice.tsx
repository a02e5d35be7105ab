import type { AdvertisedRepayment } from '#src/domain/finance/advertised-repayment.ts';
import { formatWholeDollars } from '#src/domain/money.ts';
import type { PriceDisplay } from '#src/domain/vehicle/price-display.ts';

const rate = (percent: number) => `${percent.toFixed(2)}% p.a.`;

/** A price never without its type; a repayment never without both rates at equal prominence. */
export function CardPrice({
  price,
  repayment,
}: {
  price: PriceDisplay;
  repayment: AdvertisedRepayment | null;
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
      {repayment && (
        <p className="vehicle-card-repayment">
          <span>{formatWholeDollars(repayment.weeklyCents)} a week</span>{' '}
          <span>{rate(repayment.interestRate)} interest</span>{' '}
          <span>
            {rate(repayment.comparisonRate)} comparison
            <a href="#financeDisclaimer" aria-label="About these rates">
              *
            </a>
          </span>
        </p>
      )}
    </div>
  );
}
