import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  httpRego,
  localRego,
  type RegoRegister,
} from '#src/features/trade-in/server/vehicle-data/rego-register.ts';
import type { ServiceFaultMode } from '#src/platform/external-services/service-fault-mode.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';
import { SERVICE_KEY, startVehicleDataServer } from '../fixtures/vehicle-data-server.ts';

type Register = { register: RegoRegister; behave(faultMode: ServiceFaultMode): void; stop(): Promise<void> };

const PLATE = { rego: 'ABC123', state: 'qld' };

async function overHttp(): Promise<Register> {
  const server = await startVehicleDataServer();
  return {
    ...server,
    register: httpRego({ url: server.url, key: SERVICE_KEY, timeoutMs: SERVICE_TIMEOUT_MS }),
  };
}

async function inProcess(): Promise<Register> {
  const register = localRego(fixedClock('2026-07-01T00:00:00Z'));
  return { register, behave: register.behave, stop: async () => {} };
}

describe.each([
  ['over HTTP', overHttp],
  ['in process', inProcess],
])('a register %s', (_name, start) => {
  let at: Register;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  it.each(['answers', 'late'] as const)(
    'FORM-10 that %s finds the vehicle of a plate, always the same',
    async (faultMode) => {
      at.behave(faultMode);
      const found = await at.register.find(PLATE);
      expect(found).toMatchObject({
        kind: 'found',
        vehicle: { year: expect.any(Number), make: expect.any(String), model: expect.any(String) },
      });
      expect(await at.register.find(PLATE)).toEqual(found);
    },
  );

  it.each([
    ['finds-nothing', { kind: 'not_found' }],
    ['busy', { kind: 'unavailable', reason: 'HTTP 429' }],
    ['fails', { kind: 'unavailable', reason: 'HTTP 500' }],
    ['silent', { kind: 'unavailable', reason: 'no response in time' }],
  ] as const)('FORM-10 that %s reports it', async (faultMode, outcome) => {
    at.behave(faultMode);
    expect(await at.register.find(PLATE)).toEqual(outcome);
  });
});

describe('a register over HTTP', () => {
  let server: Awaited<ReturnType<typeof startVehicleDataServer>>;
  beforeEach(async () => {
    server = await startVehicleDataServer();
  });
  afterEach(() => server.stop());
  const find = (options: { url?: string; key?: string } = {}) =>
    httpRego({ url: server.url, key: SERVICE_KEY, timeoutMs: SERVICE_TIMEOUT_MS, ...options }).find(PLATE);

  it('FORM-10 gets documented requests; unknown values are left out', async () => {
    expect(await find()).toEqual({
      kind: 'found',
      vehicle: {
        year: 2021,
        make: 'Toyota',
        model: 'HiLux',
        badge: 'SR5',
        simple_body: 'ute',
        simple_transmission: 'Automatic',
        nvic: 'ABC21A',
      },
    });
    expect(server.asked).toEqual([{ plate: 'ABC123', state: 'qld' }]);
  });

  it('FORM-10 is retried once after a transient failure, and no more', async () => {
    server.behave('fails-once');
    expect(await find()).toMatchObject({ kind: 'found' });
    server.behave('fails');
    await find();
    expect(server.asked).toHaveLength(4);
    server.behave('busy');
    await find();
    expect(server.asked).toHaveLength(5);
  });

  it.each(['redirects', 'talks-nonsense', 'talks-too-much'] as const)(
    'FORM-10 that %s counts as unavailable',
    async (faultMode) => {
      server.behave(faultMode);
      expect(await find()).toMatchObject({ kind: 'unavailable' });
    },
  );

  it('FORM-10 CFG-23 with a wrong key, or without a server, is unavailable', async () => {
    expect(await find({ key: 'another' })).toEqual({ kind: 'unavailable', reason: 'HTTP 401' });
    expect(await find({ url: 'http://127.0.0.1:9' })).toEqual({
      kind: 'unavailable',
      reason: 'no connection',
    });
  });
});
