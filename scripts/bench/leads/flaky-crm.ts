import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { openServices } from '#src/server/services.ts';
import type { startLeadReceiver } from './bench-receiver.ts';
import { LEAD_DESTINATION, LEAD_ENVIRONMENT, type LeadSite } from './lead-server.ts';

export type FlakyFigures = {
  stored: number;
  /** Leads the receiver has, each under its key. */
  kept: number;
  /** Leads it was sent again under their key. */
  again: number;
  /** Leads whose content had changed by then. */
  changed: number;
  /** Not marked as delivered though they arrived. */
  unsettled: number;
  kills: number;
  locked: number;
};

/** A minute of the retry rules takes two seconds. */
const CLOCK_SPEED = 30;
const KILLED_AFTER_MS = 700;
const GIVE_UP_MS = 600_000;

type Receiver = Awaited<ReturnType<typeof startLeadReceiver>>;

/** Stores leads, then delivers them by a worker that is killed every 0.7 s, until the receiver has all of them. */
export async function deliverToFlakyCrm(options: {
  site: Omit<LeadSite, 'dist'>;
  receiver: Receiver;
  leads: number;
}): Promise<FlakyFigures> {
  const { site, receiver, leads } = options;
  const started = Date.now();
  const { dealers } = loadDealers(site.dealersDir);
  const env = { ...LEAD_ENVIRONMENT, LOG_LEVEL: 'error', ...site.place };
  const services = await openServices({ env: readEnvironment(env), dealers });
  const [dealer] = dealers;
  if (!dealer) throw new Error('The dealer of the bench is not valid.');
  const againBefore = receiver.figures.again;
  let kills = 0;
  let output = '';
  try {
    for (let n = 0; n < leads; n += 1) {
      const body = {
        ...{ name: `Annabel ${n}`, last_name: 'Quillfeather', email: `annabel.${n}@example.com` },
        ...{ phone: `04${String(12_000_000 + n).padStart(8, '0')}`, postcode: '4006', message: 'Hello' },
      };
      await submitLead(services, { dealer, form: 'contact', body, userAgent: '' });
    }
    const stored = await services.db.selectFrom('leads').select('id').execute();
    const isSettled = async () => {
      const open = await services.db
        .selectFrom('outbox')
        .select('id')
        .where('state', '<>', 'delivered')
        .limit(1)
        .execute();
      return open.length === 0;
    };
    while (!(await isSettled()) && Date.now() - started < GIVE_UP_MS) {
      const { VITEST: _, NODE_ENV: __, ...environment } = process.env;
      const child = spawn(process.execPath, ['scripts/bench/leads/bench-worker.ts'], {
        env: {
          ...environment,
          ...env,
          DEALERS_DIR: site.dealersDir,
          CLOCK_STARTED: String(started),
          CLOCK_SPEED: String(CLOCK_SPEED),
        },
      });
      const read = (chunk: Buffer) => {
        output += chunk.toString();
      };
      child.stderr.on('data', read);
      await delivering(child, read);
      await wait(KILLED_AFTER_MS);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      kills += 1;
    }
    const unsettled = await services.db
      .selectFrom('outbox')
      .select('id')
      .where('destination', '=', LEAD_DESTINATION)
      .where('state', '<>', 'delivered')
      .execute();
    return {
      stored: stored.length,
      kept: stored.filter(({ id }) => receiver.kept.has(`${id}.${LEAD_DESTINATION}`)).length,
      again: receiver.figures.again - againBefore,
      changed: receiver.figures.changed,
      unsettled: unsettled.length,
      kills,
      locked: output.match(/database is locked/g)?.length ?? 0,
    };
  } finally {
    await services.close();
  }
}

/** Resolves once a worker reports that it delivers. @throws Error with its output if it ends before */
async function delivering(child: ChildProcess, read: (chunk: Buffer) => void): Promise<void> {
  let words = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      read(chunk);
      if (chunk.toString().includes('delivering')) resolve();
    });
    child.once('exit', () => reject(new Error(`The worker ended by itself: ${words}`)));
  });
}
