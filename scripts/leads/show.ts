import { printableJson, UsageError } from '../command/command.ts';
import { asAdmin, command } from './command.ts';
import { leadSheet } from './lead-sheet.ts';
import { namedLead } from './named-lead.ts';

export const show = command({
  usage: `One lead in full: what was sent, consent, updates, and the log of each delivery. Nothing is masked.

  npm run leads -- show <id> [--json]

An id may be shortened as long as only one lead starts with it.`,
  // Reads no dealer file, but takes the same options as "list" and "retry".
  options: { json: { type: 'boolean' } },
  async run({ json }, id, terminal) {
    if (!id) throw new UsageError('Name the lead to show.');
    return asAdmin(async (admin) => {
      const lead = await namedLead(admin, id, terminal);
      if (!lead) return 1;
      terminal.log(json ? printableJson(lead) : leadSheet(lead));
      return 0;
    });
  },
});
