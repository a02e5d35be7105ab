import { lineLabel } from '#src/features/deal/deal-part.ts';
import type { DealLine, DealSum } from '#src/features/deal/deal-sum.ts';
import { figureTexts, type RepaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';

const amount = (cents: Cents) => (cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents));

function Row({ label, cents, isTotal = false }: { label: string; cents: Cents; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'deal-row deal-row-total' : 'deal-row'}>
      <dt>{label}</dt>
      <dd>{amount(cents)}</dd>
    </div>
  );
}

const rows = (lines: readonly DealLine[]) =>
  lines.map((line) => <Row key={`${line.kind} ${line.label}`} label={lineLabel(line)} cents={line.cents} />);

/** FIN-10: amount, rate and comparison rate in the same size. */
export function DealRepayment({ repayment, loanFees }: { repayment: RepaymentDisplay; loanFees: string }) {
  const [first, ...rates] = figureTexts(repayment);
  return (
    <div className="deal-repayment">
      {repayment.kind === 'amount' && <p className="muted">Estimate {repayment.termText}</p>}
      <ul className="deal-figures" role="list">
        {[first, ...rates].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {repayment.kind === 'amount' && loanFees !== '' && (
        <p className="muted">
          Your comparison rate counts fees of {loanFees}, which weigh more on a small loan.
        </p>
      )}
      <a href="#financeDisclaimer">About the repayment</a>
    </div>
  );
}

/** The lines of a deal, its total, and what is left after trade-in and deposits. */
export function DealLines({ sum }: { sum: DealSum }) {
  const { lines, total, totalLabel, less, balance, balanceLabel, notes, repayment, loanFees } = sum;
  return (
    <>
      <dl className="deal-lines">
        {rows(lines)}
        <Row label={totalLabel} cents={total} isTotal />
        {rows(less)}
        <Row label={balanceLabel} cents={Math.abs(balance)} isTotal />
      </dl>
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      {repayment && <DealRepayment {...{ repayment, loanFees }} />}
    </>
  );
}
