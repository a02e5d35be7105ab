import { parseArgs } from 'node:util';
import { openLeadDesk } from '#src/server/leads/lead-desk.ts';
import { describeLead, leadsTable } from './leads/lead-text.ts';

const USAGE = `Leads of all dealers and how they reach their CRM.

  npm run leads -- list [--dealer <slug>] [--state pending|delivered|dead|held] [--limit 50] [--json]
  npm run leads -- show <id> [--json]
  npm run leads -- retry <id>
  npm run leads -- retry --dead [--dealer <slug>]

A lead whose hidden field was filled in is "held" as suspected spam: "retry <id>" delivers it.
"list" masks personal data, "show" does not. An id may be shortened. DATA_DIR names the data folder (.data).`;

const STATES = ['pending', 'delivered', 'dead', 'held'];

class UsageError extends Error {}

const options = {
  dealer: { type: 'string' },
  state: { type: 'string' },
  limit: { type: 'string', default: '50' },
  json: { type: 'boolean', default: false },
  dead: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = readArguments();
  const { dealer, state, json } = values;
  const [command, id, ...more] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number from 1.');
  if (state !== undefined && !STATES.includes(state)) {
    throw new UsageError(`--state takes one of ${STATES.join(', ')}.`);
  }
  if (command === undefined || !['list', 'show', 'retry'].includes(command) || more.length > 0) {
    throw new UsageError(
      command === undefined ? 'Say what to do.' : `"${positionals.join(' ')}" is no command.`,
    );
  }
  if (command === 'show' && id === undefined) throw new UsageError('Name the lead to show.');
  if (command === 'retry' && (id === undefined) !== values.dead) {
    throw new UsageError('Name one lead to retry, or --dead for all that were given up.');
  }

  const desk = await openLeadDesk(process.env.DATA_DIR ?? '.data');
  try {
    if (command === 'list') {
      const leads = await desk.list({ dealer, state, limit });
      console.log(leadsTable(leads, json));
      if (!json) {
        const { pending, dead, held } = await desk.status();
        console.log(`\n${pending} waiting, ${dead} given up, ${held} held, over all dealers.`);
      }
      return 0;
    }
    if (id === undefined) {
      console.log(`${await desk.retry({ dealer })} dead lead(s) start afresh.`);
      return 0;
    }
    const found = await desk.show(id);
    if (!found) {
      console.error(`No lead, or more than one, has an id that starts with "${id}".`);
      return 1;
    }
    if (command === 'show') {
      console.log(json ? JSON.stringify(found, null, 2) : describeLead(found));
      return 0;
    }
    const restarted = await desk.retry({ leadId: found.lead.id });
    console.log(restarted > 0 ? `${found.lead.id} starts afresh.` : `${found.lead.id} is delivered already.`);
    return restarted > 0 ? 0 : 1;
  } finally {
    await desk.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  if (!(error instanceof UsageError)) return 1;
  console.error(`\n${USAGE}`);
  return 2;
});
