import { useOwnFigure, useQuotedFigure } from '#src/features/finance/client/use-repayment.ts';
import type { RepaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { displayedDollars, type PriceDisplay } from '#src/features/vehicle/price/price-display.ts';

type Props = { repayment: RepaymentDisplay | null; price: Pick<PriceDisplay, 'kind' | 'cents'> };

/** VDP-15: the weekly repayment with its rates. */
export function StickyRepayment({ repayment, price }: Props) {
  const quoted = useQuotedFigure(repayment);
  const own = useOwnFigure(displayedDollars(price));
  if (quoted?.kind !== 'amount') return null;
  const shown = own ?? quoted;
  return (
    <ul className="vehicle-sticky-repayment" data-of-price data-of-sale>
      {shown.kind === 'enquire' ? (
        <li>{shown.text}</li>
      ) : (
        <>
          <li>{shown.amountText}</li>
          <li>{shown.rateText}</li>
          <li>
            {shown.comparisonText}{' '}
            <a href="#financeDisclaimer" data-native aria-label="About these rates">
              *
            </a>
          </li>
        </>
      )}
    </ul>
  );
}
