import { fieldText } from '#src/domain/finance/calculator-fields.ts';
import {
  type OwnLoanRules,
  type OwnTerms,
  ownFigure,
  ownTermsInWords,
} from '#src/domain/finance/own-loan.ts';
import { eachRedraw } from '#src/ui/each-redraw.ts';
import { type Control, wasChanged } from '#src/ui/was-changed.ts';
import { budgetAddress } from './budget-address.ts';
import { $ownTerms, pageRules, watchOwnTerms } from './own-terms.store.ts';

/**
 * Figures for the shopper's own terms, in the browser, so that cached pages are the same for all. A place with
 * `data-own-price` shows a vehicle's repayment in its first three elements: amount, interest rate, comparison rate.
 * It is hidden, and a copy with other texts follows it: islands render the place itself again.
 * `data-advertised-only` explains advertised figures and is hidden.
 */

function write(element: Element | undefined, text: string): void {
  const link = element?.querySelector('a');
  if (!element) return;
  element.textContent = text;
  if (link) element.append(link);
}

function copyOf(place: HTMLElement, rules: OwnLoanRules, terms: OwnTerms): HTMLElement {
  const copy = place.cloneNode(true) as HTMLElement;
  copy.hidden = false;
  delete copy.dataset.ownPrice;
  for (const part of copy.querySelectorAll('[data-quoted]')) part.removeAttribute('data-quoted');
  const figure = ownFigure(rules, terms, Number(place.dataset.ownPrice));
  const [amount, rate, comparison, ...rest] = copy.children;
  for (const other of rest) other.remove();
  if (figure.kind === 'enquire') {
    write(amount, figure.text);
    rate?.remove();
    comparison?.remove();
    return copy;
  }
  // Lists have the terms in words above them.
  write(amount, copy.matches('ul') ? figure.amountText : `${figure.amountText} ${figure.termText}`);
  write(rate, figure.rateText);
  write(comparison, figure.comparisonText);
  return copy;
}

function showPlace(place: HTMLElement, rules: OwnLoanRules, terms: OwnTerms | null, key: string): void {
  const beside = place.nextElementSibling;
  const copy = beside instanceof HTMLElement && beside.dataset.ownFigure !== undefined ? beside : null;
  const mine = `${key} ${place.dataset.ownPrice}`;
  if (copy?.dataset.ownFigure === mine) return;
  copy?.remove();
  place.hidden = terms !== null;
  if (!terms) return;
  const own = copyOf(place, rules, terms);
  own.dataset.ownFigure = mine;
  place.after(own);
}

function showAll(rules: OwnLoanRules, terms: OwnTerms | null): void {
  const key = JSON.stringify(terms);
  for (const place of document.querySelectorAll<HTMLElement>('[data-own-price]'))
    showPlace(place, rules, terms, key);
  // Of elements that an island has removed.
  for (const copy of document.querySelectorAll('[data-own-figure]'))
    if (!copy.previousElementSibling?.matches('[data-own-price]')) copy.remove();
  for (const part of document.querySelectorAll<HTMLElement>('[data-advertised-only]'))
    part.hidden = terms !== null;
  for (const words of document.querySelectorAll<HTMLElement>('[data-own-words]')) {
    const text = terms ? `Your terms: ${ownTermsInWords(terms)}` : '';
    if (words.textContent !== text) words.textContent = text;
    words.hidden = !terms;
  }
}

/**
 * A calculator begins with the shopper's terms.
 * @param isStarting what the shopper typed before is not overwritten
 */
function fillCalculators(rules: OwnLoanRules, terms: OwnTerms, isStarting: boolean): void {
  const forms = document.querySelectorAll<HTMLFormElement>('[data-calculator]');
  for (const form of forms) {
    form.dataset.ownTerms = '';
    const put = (name: 'deposit' | 'loan_term' | 'interest_rate' | 'residual', value: number) => {
      const field = form.querySelector<Control>(`[name="${name}"]`);
      if (field && !field.matches('[readonly]') && !(isStarting && wasChanged(field)))
        field.value = fieldText(name, value);
    };
    put('deposit', terms.deposit);
    put('loan_term', terms.termYears);
    put('interest_rate', rules.rates[terms.band]);
    put('residual', 0);
  }
  recalculate(forms);
}

/** Calculators that had the shopper's terms begin again as the page was sent. */
function emptyCalculators(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('[data-calculator][data-own-terms]');
  for (const form of forms) {
    delete form.dataset.ownTerms;
    form.reset();
  }
  recalculate(forms);
}

function recalculate(forms: NodeListOf<HTMLFormElement>): void {
  if (forms.length === 0) return;
  import('./calculator-script.ts').then(() => {
    for (const form of forms) form.dispatchEvent(new CustomEvent('forecourt:terms'));
  });
}

/** An address with a weekly budget searches by the price that the shopper's terms make of it. */
function searchByPrice(rules: OwnLoanRules, terms: OwnTerms): void {
  const to = budgetAddress(new URL(location.href), rules, terms);
  if (to) location.replace(to);
}

let isStarted = false;

export function startOwnFigures(): void {
  const rules = pageRules();
  if (isStarted || !rules) return;
  isStarted = true;
  watchOwnTerms(rules);
  let redrawn: MutationObserver | undefined;
  let isStarting = true;
  $ownTerms.subscribe((terms) => {
    showAll(rules, terms);
    redrawn?.disconnect();
    if (terms) redrawn = eachRedraw(() => showAll(rules, terms), 'data-own-price');
    const facet = document.getElementById('facet-weekly_price');
    if (facet) facet.hidden = terms !== null;
    if (!terms) return emptyCalculators();
    fillCalculators(rules, terms, isStarting);
    searchByPrice(rules, terms);
  });
  isStarting = false;
}
