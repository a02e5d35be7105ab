import { expect, it } from 'vitest';
import { formSettings } from '../../../../tests/fixtures/form-settings.ts';
import { checkLead } from '../check-lead.ts';
import { quickQuote } from './quick-quote.ts';

const loan = quickQuote
  .fields(formSettings(), {})
  .filter(({ name }) => name === 'purchasePrice' || name === 'loanTerm');

it.each([
  [
    { purchasePrice: '$250,000', loanTerm: '9' },
    { purchasePrice: '200000', loanTerm: '7' },
  ],
  [
    { purchasePrice: '5000', loanTerm: '0' },
    { purchasePrice: '10000', loanTerm: '1' },
  ],
  [
    { purchasePrice: '30,000', loanTerm: '5' },
    { purchasePrice: '30000', loanTerm: '5' },
  ],
])('FIN-02 the lead of a loan of %j has the nearest amount and term within range', (sent, values) => {
  expect(checkLead(loan, sent)).toEqual({ values });
});

it('FIN-02 an amount or a term that is no number is refused', () => {
  const refused = checkLead(loan, { purchasePrice: 'much', loanTerm: 'x' });
  expect(Object.keys('errors' in refused ? refused.errors : {})).toEqual(['purchasePrice', 'loanTerm']);
});
