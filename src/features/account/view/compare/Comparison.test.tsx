import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { ComparedCar } from '#src/features/account/saved-cars/comparison.ts';
import { Comparison } from './Comparison.tsx';
import { COMPARED_SAMPLES } from './compared-samples.data.ts';

const ALL_STATES = (dollars: number) => Array.from({ length: 8 }, () => dollars);

function textOf(driveAways: readonly ComparedCar['driveAway'][]) {
  const cars = COMPARED_SAMPLES.map((car, at) => ({ ...car, driveAway: driveAways[at] ?? null }));
  const html = renderToStaticMarkup(
    <Comparison
      {...{ cars, missing: 0, isMore: false, noun: stockNoun(['cars']), searchHref: '/search', state: 'qld' }}
      slugs={cars.map(({ slug }) => slug)}
    />,
  );
  return html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
}

it('FAV-210 prices on the road are side by side, the estimated one marked', () => {
  const text = textOf([
    { prices: ALL_STATES(52_990), isEstimated: false },
    { prices: ALL_STATES(58_320), isEstimated: true },
  ]);
  expect(text).toContain('|On the road in QLD|$52,990|Est. $58,320|');
});

it('FAV-210 there is no such line where every price is drive away', () => {
  expect(textOf([{ prices: ALL_STATES(52_990), isEstimated: false }, null])).not.toContain('On the road');
});

const [priced] = COMPARED_SAMPLES;
const repaymentsOf = (finals: readonly (string | undefined)[]) => {
  const cars = finals.flatMap((finalPaymentText, at): ComparedCar[] => {
    if (!priced?.repayment) return [];
    const termText = ['over 5 years', finalPaymentText].filter(Boolean).join(', ');
    const repayment = { ...priced.repayment, termText, ...(finalPaymentText && { finalPaymentText }) };
    return [{ ...priced, id: `${at}`, slug: `${at}`, repayment }];
  });
  const html = renderToStaticMarkup(
    <Comparison
      {...{ cars, missing: 0, isMore: false, noun: stockNoun(['cars']), searchHref: '/search', state: 'qld' }}
      slugs={cars.map(({ slug }) => slug)}
    />,
  );
  return html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
};

it('FIN-230 where final payments differ, each is beside its repayment, and a sentence says what it means', () => {
  const text = repaymentsOf(['$42,997 final payment', undefined]);
  expect(text).toContain(
    '|$243 / week, $42,997 final payment|7.49% p.a. interest rate|8.62% p.a. comparison',
  );
  expect(text).toContain('|$243 / week, no final payment|');
  expect(text.match(/final payment/g)).toHaveLength(3);
  expect(text).toContain('is lower, because that amount is still owed when the term ends.');
});

it('FIN-230 where no final payment differs, nothing is said of them', () => {
  const text = repaymentsOf([undefined, undefined]);
  expect(text).toContain('|$243 / week|');
  expect(text).not.toContain('final payment');
});
