import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StickyRepayment } from './StickyRepayment.tsx';

it('FIN-234 the repayment names its deposit and final payment, with both rates', () => {
  const html = renderToStaticMarkup(
    <StickyRepayment
      repayment={{
        kind: 'amount',
        amountText: '$128 / week',
        rateText: '7.49% p.a. interest rate',
        comparisonText: '8.32% p.a. comparison rate',
        termText: 'over 5 years, after $4,099 deposit, $19,498 final payment',
      }}
      price={{ kind: 'price', cents: 4_000_000 }}
    />,
  );
  expect(html).toContain('over 5 years, after $4,099 deposit, $19,498 final payment');
  expect(html).toContain('8.32% p.a. comparison rate');
});
