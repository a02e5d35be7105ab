import { expect, it, vi } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { localBroker } from '#src/features/finance/server/broker/local-broker.ts';
import { internationalMobile } from '#src/features/leads/phone-code/phone-code.ts';
import { localRego } from '#src/features/trade-in/server/vehicle-data/rego-register.ts';
import { localValuer } from '#src/features/trade-in/server/vehicle-data/valuer.ts';
import { whyNoEstimate } from '#src/features/trade-in/trade-in-estimate.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';
import { normalisePhone, wholeDigits } from '#src/platform/number/typed-number.ts';
import { localSms } from '#src/platform/sms/local-sms.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { PAYLOAD } from '../../tests/fixtures/lead-message.ts';
import { demoIndexPage } from './demo-index-page.ts';
import { type TypedState, typedExamples } from './typed-states.data.ts';

const clock = fixedClock('2026-11-18T00:30:00Z');
const YEAR = 2026;
const SILENT_MS = 30;
const dealers = demoDealers();
const examples = typedExamples(dealers).map(({ state, dealer }) => ({
  state,
  dealer,
  name: `${state.name(dealer)} (${dealer.slug})`,
}));

const broker = localBroker('https://apply.example.com/start');
const LOAN = { selfAssessedCreditScore: 'GREAT', purchasePrice: 3_000_000, loanTerm: 5 } as const;
const PERSON = {
  ...{ phoneNumber: '0412345678', firstName: 'Ann', lastName: 'Example' },
  ...{ subscribe: false, postCode: '4006' },
};
const VEHICLE = { make: 'Toyota', model: 'HiLux' };
const dollarsIn = (text: string) => Number(wholeDigits(text));

const outcomeOf: Record<TypedState['field'], (typed: string, dealer: DealerConfig) => Promise<unknown>> = {
  async 'Registration plate'(typed, { tradeIn }) {
    const found = await localRego(clock).find({ rego: typed, state: 'qld' });
    if (found.kind !== 'found') return found.kind;
    return whyNoEstimate(tradeIn, { year: found.vehicle.year, kilometres: 1 }, YEAR);
  },
  Odometer: async (typed, { tradeIn }) =>
    whyNoEstimate(tradeIn, { year: YEAR, kilometres: dollarsIn(typed) }, YEAR),
  async Model(typed) {
    const vehicle = { ...VEHICLE, year: YEAR, model: typed };
    return (await localValuer(clock).value({ vehicle, kilometres: 1, sources: [] })).kind;
  },
  'Purchase amount': async (typed) =>
    (await broker.quote({ ...LOAN, purchasePrice: dollarsToCents(dollarsIn(typed)) })).kind,
  Email: async (email) =>
    (
      await broker.createCustomer({
        data: { ...LOAN, ...PERSON, email },
        additionalData: PAYLOAD,
        reference: email,
      })
    ).kind,
  async Mobile(typed) {
    const message = { to: internationalMobile(normalisePhone(typed)), text: 'A code', validSeconds: 600 };
    const started = performance.now();
    const { kind } = await localSms(clock, SILENT_MS).send(message);
    expect(performance.now() - started).toBeGreaterThanOrEqual(SILENT_MS - 1);
    return kind;
  },
};

it.each(examples)('CFG-02 the demo shows "$name" by what it says to type', async ({ state, dealer }) => {
  expect(await outcomeOf[state.field](state.typed(dealer), dealer)).toBe(state.outcome);
});

it('FORM-10 the demo shows both limits of age, and what one values the other does not', async () => {
  const ofAge = examples.filter(({ state }) => state.outcome === 'too_old');
  expect(ofAge.map(({ dealer }) => dealer.tradeIn.maxAgeYears).sort((a, b) => a - b)).toEqual([7, 10]);
  const [younger, older] = ofAge.toSorted(
    (a, b) => a.dealer.tradeIn.maxAgeYears - b.dealer.tradeIn.maxAgeYears,
  );
  if (!younger || !older) throw new Error('There is one limit.');
  const plate = younger.state.typed(younger.dealer);
  expect(await outcomeOf['Registration plate'](plate, older.dealer)).toBeUndefined();
});

it('CFG-02 the list of sites says what to type, at a page of the site', () => {
  const respond = demoIndexPage({ dealers, examples: [], port: 4321, crmUrl: 'http://127.0.0.1:4322' });
  const end = vi.fn<(html: string) => void>();
  respond({ headers: { host: 'localhost:4321' } } as never, { setHeader: () => {}, end } as never);
  const [, states = ''] = /id="states"([\s\S]*?)<h2 id="quotes"/.exec(end.mock.calls[0]?.[0] ?? '') ?? [];
  for (const { state, dealer } of examples) {
    expect(states).toContain(`href="http://${dealer.slug}.localhost:4321${state.path(dealer)}"`);
    expect(states).toContain(`${state.field}: ${state.typed(dealer)}`);
  }
});
