import { rangeMessage, readField } from '#src/domain/finance/calculator-fields.ts';
import { type OwnTerms, ownTermsInWords, readOwnTerms } from '#src/domain/finance/own-loan.ts';
import { type Control, wasChanged } from '#src/ui/was-changed.ts';
import { budgetAddress } from './budget-address.ts';
import { startOwnFigures } from './own-figures.ts';
import { $ownTerms, pageRules, saveOwnTerms } from './own-terms.store.ts';

const rules = pageRules();

function wake(form: HTMLFormElement): void {
  if (!rules) return;
  const field = (name: string) => form.elements.namedItem(name) as Control | null;
  const textOf = (name: string) => field(name)?.value ?? '';
  const said = form.querySelector<HTMLElement>('[data-own-loan-said]');
  const reset = form.querySelector<HTMLElement>('[data-own-loan-reset]');
  const say = (text: string) => {
    if (said && said.textContent !== text) said.textContent = text;
  };
  /** Typed or chosen before this script loaded; stored terms do not overwrite it. */
  const touched = new Set(['deposit', 'term', 'band'].filter((name) => wasChanged(field(name) as Control)));

  /** Null where the field takes no such text, and says so; a field that is not there counts as empty. */
  const money = (name: string): number | null => {
    const value = readMoney(textOf(name), rules.largestDeposit);
    const control = field(name);
    if (control) control.ariaInvalid = value === null ? 'true' : null;
    return value;
  };

  const show = (terms: OwnTerms | null) => {
    if (reset) reset.hidden = terms === null;
    say(terms ? `All repayments are worked out for ${ownTermsInWords(terms)}.` : '');
    if (!terms) return;
    for (const [name, value] of [
      ['deposit', terms.deposit],
      ['term', terms.termYears],
      ['band', terms.band],
    ] as const) {
      const control = field(name);
      if (control && !touched.has(name)) control.value = String(value);
    }
  };

  form.dispatchEvent(new CustomEvent('forecourt:awake'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    touched.clear();
    const [deposit, budget] = [money('deposit'), money('budget')];
    const terms = readOwnTerms({ deposit, termYears: Number(textOf('term')), band: textOf('band') }, rules);
    if (!terms || budget === null) {
      field(terms ? 'budget' : 'deposit')?.focus();
      return say(rangeMessage('deposit', { min: 0, max: rules.largestDeposit }));
    }
    saveOwnTerms(terms);
    const to = budget ? budgetAddress(new URL(location.href), rules, terms, budget) : undefined;
    if (to) location.assign(to);
  });
  reset?.addEventListener('click', () => saveOwnTerms(null));
  $ownTerms.subscribe(show);
}

/** Whole or part dollars up to a limit; null for any other text. */
function readMoney(text: string, max: number): number | null {
  const range = { min: 0, max, step: 1 };
  const limits = { deposit: range } as Parameters<typeof readField>[0]['limits'];
  const { value, message } = readField({ limits, terms: null }, 'deposit', text);
  return message === null ? value : null;
}

startOwnFigures();
for (const form of document.querySelectorAll<HTMLFormElement>('[data-own-loan]')) wake(form);
