import { basisText } from '#src/domain/finance/basis-text.ts';
import type { LoanToQuote } from '#src/domain/finance/loan-to-quote.ts';
import { quotedRepayment } from '#src/domain/finance/quoted-repayment.ts';
import { repaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { dollarsToCents } from '#src/domain/money.ts';
import { postQuote } from '#src/wire/quote-call.ts';

/**
 * ERR-02: the broker's quote for a vehicle that came without one takes the place of the figure, everywhere on the
 * page. If there is none, the page stays as it is, and says nothing.
 */

const WORKING = 'The finance broker quotes this repayment, and works it out from its own lenders’ terms.';

const partsNamed = (name: string) => document.querySelectorAll<HTMLElement>(`[data-quoted="${name}"]`);

function put(name: string, text: string): void {
  for (const part of partsNamed(name)) part.textContent = text;
}

async function showQuote(repayment: HTMLElement): Promise<void> {
  const loan = JSON.parse(repayment.dataset.brokerQuote ?? '') as LoanToQuote;
  const quote = await postQuote(loan);
  if (typeof quote === 'string') return;
  const quoted = quotedRepayment(quote, dollarsToCents(loan.purchasePrice), loan.loanTerm);
  const display = repaymentDisplay(quoted);
  if (display.kind !== 'amount') return;
  const { amountText, rateText, comparisonText, termText } = display;
  // In place of Enquire for Finance.
  const figures = repayment.querySelector('template');
  if (figures) repayment.replaceChildren(figures.content);
  put('term', `Estimate ${termText}`);
  put('amount', amountText);
  put('rate', rateText);
  put('comparison', comparisonText);
  put('basis', basisText(display, quoted.source) ?? '');
  for (const working of partsNamed('working')) {
    const text = Object.assign(document.createElement('p'), { textContent: WORKING });
    working.querySelector('table')?.replaceWith(text);
  }
  document.querySelector('.finance-summary')?.remove();
  repayment.dataset.source = quoted.source;
}

const repayment = document.querySelector<HTMLElement>('[data-broker-quote]');
if (repayment) void showQuote(repayment).catch(() => undefined);
