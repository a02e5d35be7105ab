import { expect, it } from 'vitest';
import { type LeadFact, leadStats } from './lead-stats.ts';

const fact = (part: Partial<LeadFact> = {}): LeadFact => ({
  dealer: 'a',
  form: 'contact',
  category: 'General Enquiry',
  day: '2026-07-01',
  deliveries: [{ state: 'delivered', attempts: 1 }],
  secondsToDelivery: 1,
  ...part,
});
const inState = (...states: string[]) =>
  fact({ deliveries: states.map((state) => ({ state, attempts: 2 })), secondsToDelivery: undefined });

it('FORM-11 a lead counts wherever it waits, was given up or is held, and arrived only once it did everywhere', () => {
  const { total } = leadStats([
    fact(),
    inState('delivered', 'pending'),
    inState('delivered', 'dead', 'pending'),
    inState('held', 'held'),
    inState('erased', 'delivered'),
    inState(),
  ]);
  expect(total).toMatchObject({
    leads: 6,
    delivered: 1,
    waiting: 3,
    dead: 1,
    held: 1,
    erased: 1,
    attempts: 19,
  });
  expect(total.deliveredShare).toBe(0.25);
});

it('FORM-11 half and 95 of 100 took no longer than reported', () => {
  const seconds = Array.from({ length: 100 }, (_, n) => fact({ secondsToDelivery: 100 - n }));
  expect(leadStats(seconds).total).toMatchObject({ p50Seconds: 50, p95Seconds: 95 });
  expect(leadStats([fact({ secondsToDelivery: 7 })]).total).toMatchObject({ p50Seconds: 7, p95Seconds: 7 });
  expect(leadStats([]).total).toMatchObject({
    leads: 0,
    deliveredShare: null,
    p50Seconds: null,
    p95Seconds: null,
  });
});

it('FORM-11 figures are grouped by dealer, form, category and day', () => {
  const { forms, days } = leadStats([
    fact(),
    fact({ day: '2026-07-02' }),
    fact({ form: 'enquiry', category: 'Vehicle Enquiry' }),
    fact({ dealer: 'b' }),
  ]);
  expect(forms.map(({ dealer, form, category, leads }) => [dealer, form, category, leads])).toEqual([
    ['a', 'contact', 'General Enquiry', 2],
    ['a', 'enquiry', 'Vehicle Enquiry', 1],
    ['b', 'contact', 'General Enquiry', 1],
  ]);
  expect(days).toEqual([
    { dealer: 'a', day: '2026-07-01', leads: 2 },
    { dealer: 'a', day: '2026-07-02', leads: 1 },
    { dealer: 'b', day: '2026-07-01', leads: 1 },
  ]);
});
