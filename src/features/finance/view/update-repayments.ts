import {
  $brokerQuote,
  $ownLoan,
  $ownTerms,
  ownLoanRulesOfPage,
} from '#src/features/finance/client/repayment.store.ts';
import { budgetAddress, ownFigure, ownTermsText } from '#src/features/finance/loan/own-loan.ts';

/**
 * `<own-repayment price="31500">` wraps a static repayment: its `data-figure` parts display the figure for the
 * shopper's own terms, in the browser, so that cached pages are shared. Islands update from the store themselves,
 * except their static slots.
 */
class OwnRepayment extends HTMLElement {
  #advertised = '';
  #unsubscribe: (() => void) | undefined;

  connectedCallback(): void {
    if (this.closest('astro-island, astro-slot')?.localName === 'astro-island') return;
    this.#advertised ||= this.innerHTML;
    this.#unsubscribe = $ownTerms.subscribe(() => this.#show());
  }

  disconnectedCallback(): void {
    this.#unsubscribe?.();
  }

  #show(): void {
    const [terms, rules, price] = [$ownTerms.get(), ownLoanRulesOfPage(), Number(this.getAttribute('price'))];
    this.innerHTML = this.#advertised;
    if (!terms || !rules || !price) return;
    const figure = ownFigure(rules, terms, price);
    const words = { terms: `Your terms: ${ownTermsText(terms)}` };
    const texts: Record<string, string> =
      figure.kind === 'enquire'
        ? { ...words, amount: figure.text, amountOverTerm: figure.text }
        : {
            ...words,
            amount: figure.amountText,
            amountOverTerm: `${figure.amountText} ${figure.termText}`,
            rate: figure.rateText,
            comparison: figure.comparisonText,
          };
    for (const part of this.querySelectorAll<HTMLElement>('[data-figure]')) {
      const text = texts[part.dataset.figure ?? ''];
      const asterisk = part.querySelector('a');
      if (text === undefined) part.remove();
      else part.replaceChildren(text, ...(asterisk ? [asterisk] : []));
    }
  }
}
customElements.define('own-repayment', OwnRepayment);

/** CSS hides explanations of advertised figures if others are displayed. */
function markPage(): void {
  const hasOthers = $ownTerms.get() !== null || $brokerQuote.get() !== null || $ownLoan.get() !== null;
  document.documentElement.toggleAttribute('data-other-figures', hasOthers);
}

/** Converts a weekly budget in the URL to a maximum price on the shopper's terms. */
function searchByPrice(): void {
  const [terms, rules] = [$ownTerms.get(), ownLoanRulesOfPage()];
  const to = terms && rules && budgetAddress(new URL(location.href), rules, terms);
  if (to) location.replace(to);
}

$ownTerms.subscribe(() => {
  markPage();
  searchByPrice();
});
$brokerQuote.listen(markPage);
$ownLoan.subscribe(markPage);
