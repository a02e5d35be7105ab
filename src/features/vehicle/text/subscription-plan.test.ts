import { expect, it } from 'vitest';
import { planLine } from './vehicle-facts.ts';

it('CFG-16 a card names the term, the kilometres and what the weekly price includes', () => {
  const inclusions = ['Registration', 'Comprehensive insurance', 'Servicing'];
  expect(planLine({ minimumTerm: '4 weeks', kilometres: '300 km a week', inclusions })).toBe(
    'Minimum 4 weeks, 300 km a week. Registration, comprehensive insurance and servicing included',
  );
  expect(planLine({ minimumTerm: undefined, kilometres: '300 km a week', inclusions: [] })).toBe(
    '300 km a week',
  );
  expect(planLine({ minimumTerm: undefined, kilometres: undefined, inclusions: [] })).toBe('');
});
