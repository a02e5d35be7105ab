import { PAYMENT_WEBHOOK_PATH } from '#src/features/reservations/reservation.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { BenchRun } from '../bench-run.ts';
import type { Measurement } from '../measurement.ts';
import type { AccountStage } from './account-stage.ts';
import { addCar } from './bench-car.ts';
import { takeDeposits } from './take-deposits.ts';

const SHOPPERS = 20;
const REPLAYS = 20;
const CAR = 'car-of-the-bench';
const SLUG = '2021-toyota-hilux-bench';
const HOLD_OVER_MS = 36 * MINUTE_MS;

const shopper = (at: number) => ({
  ...{ name: 'Annabel', last_name: 'Quillfeather', email: `annabel${at}@example.com`, postcode: '4006' },
  ...{ phone: `04332221${String(at).padStart(2, '0')}`, message: '' },
});

/** BUY-01: the figures of reservations. */
export async function reservationRows(
  _run: BenchRun,
  stage: AccountStage,
  engine: string,
): Promise<Measurement[]> {
  const { services, first: dealer, time, ask, askEach } = stage;
  const sandbox = takeDeposits(stage);
  await addCar(stage, { id: CAR, slug: SLUG });
  const path = `/cars/${SLUG}/checkout`;
  const states = async () =>
    (
      await services.db.selectFrom('reservations').select('state').where('vehicle_id', '=', CAR).execute()
    ).map(({ state }) => state);
  const deliver = (id: string) => {
    const event = sandbox.pay(id);
    if (!event) throw new Error('The checkout takes no payment.');
    return () => ({ dealer, path: PAYMENT_WEBHOOK_PATH, rawBody: event.body, headers: event.headers });
  };

  await askEach(SHOPPERS, (at) => ({ dealer, path, body: shopper(at), from: `10.1.${at}.7` }));
  const held = (await states()).filter((state) => state === 'held').length;
  const [earlier] = sandbox.all();
  // The first shopper pays in time, but the event comes when another one has paid.
  const late = deliver(earlier?.id ?? '');
  time.now += HOLD_OVER_MS;
  await ask({ dealer, path, body: shopper(SHOPPERS), from: '10.2.0.7' });
  const second = sandbox.all().at(-1);
  const event = deliver(second?.id ?? '');
  await askEach(REPLAYS, event);
  for (let n = 0; n < REPLAYS; n += 1) await ask(n % 2 === 0 ? event() : deliver(earlier?.id ?? '')());
  await ask(late());
  const ended = await states();
  const { leads } = await services.db
    .selectFrom('leads')
    .select(({ fn }) => fn.countAll<number>().as('leads'))
    .where('form', '=', 'reserve')
    .where('vehicle_id', '=', CAR)
    .executeTakeFirstOrThrow();
  const row = (figure: string, value: number, goal: NonNullable<Measurement['goal']>): Measurement => ({
    ...{ area: 'account', figure: `${figure}, ${engine}`, value, unit: '', goal },
  });
  const reserved = ended.filter((state) => state === 'reserved').length;
  const refunded = sandbox.all().filter((checkout) => checkout.refunded).length;
  return [
    row(`holds of one vehicle, ${SHOPPERS} shoppers at once`, held, { atMost: 1 }),
    row('holds of one vehicle, at least', held, { atLeast: 1 }),
    row(`reservations, events of two payments ${REPLAYS} times and out of order`, reserved, { atMost: 1 }),
    row('reservations, at least', reserved, { atLeast: 1 }),
    row('leads of reservations', Number(leads), { atMost: 1 }),
    row('refunds of the payment that came second', refunded, { atLeast: 1 }),
    row('refunds, at most', refunded, { atMost: 1 }),
  ];
}
