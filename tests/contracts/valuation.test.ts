import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  httpValuer,
  localValuer,
  type ValuationQuestion,
  type Valuer,
} from '#src/features/trade-in/server/vehicle-data/valuer.ts';
import type { ServiceFaultMode } from '#src/platform/external-services/service-fault-mode.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';
import { SERVICE_KEY, startVehicleDataServer } from '../fixtures/vehicle-data-server.ts';

type Tested = { valuer: Valuer; behave(faultMode: ServiceFaultMode): void; stop(): Promise<void> };

const QUESTION: ValuationQuestion = {
  vehicle: { year: 2021, make: 'Toyota', model: 'HiLux', simple_body: 'ute' },
  kilometres: 60_000,
  sources: ['redbook'],
};

async function overHttp(): Promise<Tested> {
  const server = await startVehicleDataServer();
  return {
    ...server,
    valuer: httpValuer({ url: server.url, key: SERVICE_KEY, timeoutMs: SERVICE_TIMEOUT_MS }),
  };
}

async function inProcess(): Promise<Tested> {
  const valuer = localValuer(fixedClock('2026-07-01T00:00:00Z'));
  return { valuer, behave: valuer.behave, stop: async () => {} };
}

describe.each([
  ['over HTTP', overHttp],
  ['in process', inProcess],
])('a valuer %s', (_name, start) => {
  let at: Tested;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  it.each(['answers', 'late'] as const)(
    'FORM-10 that %s values a vehicle in whole cents, always the same',
    async (faultMode) => {
      at.behave(faultMode);
      const valued = await at.valuer.value(QUESTION);
      expect(valued.kind === 'valued' && Number.isInteger(valued.marketValue)).toBe(true);
      expect(await at.valuer.value(QUESTION)).toEqual(valued);
    },
  );

  it.each([
    ['finds-nothing', { kind: 'no_value' }],
    ['busy', { kind: 'unavailable', reason: 'HTTP 429' }],
    ['fails', { kind: 'unavailable', reason: 'HTTP 500' }],
    ['silent', { kind: 'unavailable', reason: 'no response in time' }],
  ] as const)('FORM-10 that %s reports it', async (faultMode, outcome) => {
    at.behave(faultMode);
    expect(await at.valuer.value(QUESTION)).toEqual(outcome);
  });
});

it('FORM-10 CFG-06 a valuer over HTTP receives the dealer’s market data source', async () => {
  const server = await startVehicleDataServer();
  const valuer = httpValuer({ url: server.url, key: SERVICE_KEY, timeoutMs: SERVICE_TIMEOUT_MS });
  expect(await valuer.value(QUESTION)).toEqual({ kind: 'valued', marketValue: 2_345_050 });
  expect(server.asked).toEqual([
    { year: 2021, make: 'Toyota', model: 'HiLux', body: 'ute', kilometres: 60_000, sources: ['redbook'] },
  ]);
  server.behave('talks-nonsense');
  expect(await valuer.value(QUESTION)).toMatchObject({ kind: 'unavailable' });
  await server.stop();
});
