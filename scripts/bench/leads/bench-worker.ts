import { readEnvironment } from '#src/config/environment.ts';
import { dealersFolder, loadDealers } from '#src/dealer-files/load-dealers.ts';
import { startOutboxWorker } from '#src/features/leads/server/delivery/outbox-worker.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { openServices } from '#src/server/services.ts';

/** A clock that is right at `started` (ms) and runs `speed` times as fast from then on. */
const fastClock = (started: number, speed: number): Clock => ({
  now: () => new Date(started + (Date.now() - started) * speed),
});

/** Delivers leads with a fast clock until it is killed. */
const POLL_MS = 20;

const services = await openServices({
  env: readEnvironment(process.env),
  dealers: loadDealers(dealersFolder(undefined)).dealers,
  clock: fastClock(Number(process.env.CLOCK_STARTED), Number(process.env.CLOCK_SPEED)),
});
startOutboxWorker(services, { pollMs: POLL_MS });
console.log('delivering');
