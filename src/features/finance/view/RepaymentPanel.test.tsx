import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { RepaymentPanel } from './RepaymentPanel.tsx';

const repayment = repaymentDisplay({
  ...{ weeklyCents: 12_812, interestRate: 7.49, comparisonRate: 8.32, termYears: 5 },
  ...{ depositCents: 0, balloonCents: 0, source: 'computed' },
});
const quoteFor = {
  selfAssessedCreditScore: 'GREAT',
  loanTerm: 5,
  purchasePrice: 30_000,
  year: 2024,
} as const;

it('FIN-05 FIN-11 the server’s HTML has the amount, the interest rate and the comparison rate alike', () => {
  const html = renderToStaticMarkup(
    <RepaymentPanel {...{ repayment, price: 30_000, enquireHref: '#enquire' }} />,
  );
  expect(html).toContain(
    '<li>$128 / week</li><li>7.49% p.a. interest rate</li><li>8.32% p.a. comparison rate</li>',
  );
  expect(html).toContain('Estimate over 5 years');
});

it('ERR-02 without a figure the server’s HTML leads to an enquiry while the broker is asked', () => {
  const none = { kind: 'enquire', text: 'Enquire for Finance' } as const;
  const html = renderToStaticMarkup(
    <RepaymentPanel repayment={none} enquireHref="#enquire" quoteFor={quoteFor} />,
  );
  expect(html).toContain('<a href="#enquire" data-native="true">Enquire for Finance</a>');
  expect(html).not.toContain('p.a.');
});
