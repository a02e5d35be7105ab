import { QUOTE_BASIS, type QuoteDisplay, quoteSummary } from '#src/domain/finance/quick-quote.ts';

type Props = {
  start: { rateText: string; comparisonText: string } | null;
  /** A text is the message of its failure, and clears the figures. */
  estimate: QuoteDisplay | string | null;
  isBusy: boolean;
  /** Only one estimate of a page is spoken; each has the warning. */
  isRepeated?: boolean;
};

const Figures = ({ figures }: { figures: readonly (string | undefined)[] }) => (
  <ul className="quote-figures">{figures.map((figure) => figure && <li key={figure}>{figure}</li>)}</ul>
);

/** FIN-02: the estimate with both rates in one size, and what it assumes. */
export function Estimate({ start, estimate, isBusy, isRepeated = false }: Props) {
  const isFailed = typeof estimate === 'string';
  const display = isFailed ? null : estimate;
  const words = isFailed ? estimate : display ? quoteSummary(display) : '';
  return (
    <>
      <div className="quote-now" aria-busy={isBusy}>
        {isFailed && <p className="field-error">{estimate}</p>}
        {display?.kind === 'enquire' && <p className="quote-enquire">{display.text}</p>}
        {display?.kind === 'amount' && (
          <>
            <p className="muted">Estimate {display.termText}</p>
            <Figures
              figures={[display.amountText, display.monthText, display.rateText, display.comparisonText]}
            />
          </>
        )}
        {estimate === null && start && (
          <>
            <p className="muted">Before your estimate, as a guide</p>
            <Figures figures={[start.rateText, start.comparisonText]} />
          </>
        )}
      </div>
      {!isRepeated && (
        <p className="visually-hidden" role="status">
          {isBusy ? '' : words}
        </p>
      )}
      <p className="quote-basis">{QUOTE_BASIS}</p>
    </>
  );
}
