import { DELIVERY_STATES } from '#src/features/leads/server/operations/lead-admin.ts';
import { UsageError } from '../command/command.ts';
import { checkDestination, readForm } from './known-names.ts';
import { asAdmin, command, wholeNumber } from './lead-command.ts';
import { leadsTable } from './lead-text.ts';
import { checkDealer, readInstant, timeZoneOf } from './period.ts';

const text = { type: 'string' } as const;

export const list = command({
  usage: `Leads, newest first, with the state of each delivery. Updates are listed under their lead.

  npm run leads -- list [--dealer <slug>] [--state ${DELIVERY_STATES.join('|')}] [--destination <name>]
                        [--form <name>] [--category <text>] [--since <when>] [--until <when>] [--limit 50] [--json]

--state and --destination choose leads with such a delivery. <when> is a date (in the dealer's time zone, or Sydney's if
no dealer is named), a time with its zone, or days or hours ago: 2026-07-01, 2026-07-01T09:00+10:00, 7d, 12h. Personal
data is masked, also with --json; "show" prints one lead in full.`,
  options: {
    dealer: text,
    state: text,
    destination: text,
    form: text,
    category: text,
    since: text,
    until: text,
    limit: { ...text, default: '50' },
    json: { type: 'boolean' },
  },
  async run({ json = false, limit, since, until, ...filter }, word, terminal, places) {
    if (word !== undefined) throw new UsageError(`"list" takes no "${word}".`);
    const { dealer, state, destination } = filter;
    readForm(filter.form);
    if (state !== undefined && !DELIVERY_STATES.some((known) => known === state)) {
      throw new UsageError(`--state takes one of ${DELIVERY_STATES.join(', ')}.`);
    }
    const most = wholeNumber('limit', limit);
    const when = { timeZone: timeZoneOf(dealer, places), now: new Date() };
    const period = {
      since: readInstant('since', since, { ...when, edge: 'start' }),
      until: readInstant('until', until, { ...when, edge: 'end' }),
    };
    return asAdmin(async (admin) => {
      await checkDealer(admin, dealer, places);
      await checkDestination(admin, destination, { dealer, places });
      terminal.log(
        leadsTable(await admin.list({ ...filter, ...period, kinds: ['lead', 'test'] }, most), json),
      );
      if (json) return 0;
      const { pending, dead, held } = await admin.undelivered();
      const leads = pending === 1 ? 'lead' : 'leads';
      terminal.log(`\n${pending} ${leads} waiting, ${dead} given up, ${held} held, over all dealers.`);
      return 0;
    });
  },
});
