import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { openServices } from '#src/server/services.ts';
import { createRandom } from '../demo-stock/random.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { crmUnavailable } from './crm-unavailable.ts';
import { LEAD_ENVIRONMENT } from './leads/lead-dealer.ts';
import { enginesOf, type LeadEngine } from './leads/lead-engines.ts';
import type { Measurement } from './measurement.ts';

const MOST_MINUTES = 15;

async function awayOn(engine: LeadEngine, leads: number): Promise<Measurement[]> {
  const time = { now: Date.parse('2026-07-01T00:00:00Z') };
  const { dealers } = loadDealers('dealers');
  const [dealer] = dealers;
  if (!dealer) throw new Error('No valid dealer file in dealers.');
  const env = readEnvironment({
    ...LEAD_ENVIRONMENT,
    ...(await engine.freshPlace()),
    LOG_LEVEL: 'silent',
  });
  const services = await openServices({ env, dealers, clock: { now: () => new Date(time.now) } });
  try {
    const store = async (n: number) => {
      const body = {
        ...{ name: `Annabel ${n}`, last_name: 'Quillfeather', email: `annabel.${n}@example.com` },
        ...{ phone: `04${String(12_000_000 + n).padStart(8, '0')}`, postcode: '4006', message: 'Hello' },
      };
      const outcome = await submitLead(services, { dealer, form: 'contact', body, userAgent: '' });
      if (outcome.kind !== 'accepted') throw new Error(`A lead was not taken: ${outcome.kind}`);
    };
    const random = createRandom('crm away').next;
    const { secondsToDeliverAll, arrivals, turnedAway } = await crmUnavailable({
      ...{ services, time, store, random },
      workers: 2,
      leads,
    });
    const area = 'CRM unavailable for an hour';
    return [
      {
        ...{ area, figure: `${leads} leads delivered after its return, ${engine.name}`, unit: 'min' },
        value: secondsToDeliverAll / 60,
        goal: { atMost: MOST_MINUTES },
      },
      { area, figure: `arrivals, ${engine.name}`, value: arrivals, unit: '', goal: { atMost: leads } },
      { area, figure: `posts it refused while unavailable, ${engine.name}`, value: turnedAway, unit: '' },
    ];
  } finally {
    await services.close();
  }
}

/** A CRM that is unavailable for an hour while leads arrive, and two workers: when the last lead is delivered. */
export async function benchCrmUnavailable(run: BenchRun): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const open of enginesOf(run)) {
    const engine = await open();
    try {
      rows.push(...(await awayOn(engine, sized(run, 1000, 20))));
    } finally {
      await engine.stop();
    }
  }
  return rows;
}
