import { $brokerQuote, $ownTerms, ownLoanRulesOfPage } from '#src/features/finance/client/repayment.store.ts';
import { budgetAddress, ownFigure, ownTermsText } from '#src/features/finance/loan/own-loan.ts';

/**
 * `<own-repayment price="31500">` around a repayment of static HTML: its `data-figure` parts show the figure for the
 * shopper's own terms, in the browser, so that cached pages are the same for all. What React renders follows the store
 * by itself; the slot of an island is static.
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

/** Styles hide what explains advertised figures where others are shown. */
function markPage(): void {
  const hasOthers = $ownTerms.get() !== null || $brokerQuote.get() !== null;
  document.documentElement.toggleAttribute('data-other-figures', hasOthers);
}

/** An address with a weekly budget searches by the price that the shopper's terms make of it. */
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
