import type { AdminLead, LeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import type { Terminal } from '../command/command.ts';

/** The lead with this id, or an id that starts with it; throws an explanation if there is none. */
export async function namedLead(
  admin: LeadAdmin,
  id: string,
  terminal: Terminal,
): Promise<AdminLead | undefined> {
  const found = await admin.show(id);
  if (found.kind === 'found') return found.lead;
  terminal.error(
    found.kind === 'none'
      ? `No lead has an id that starts with "${id}". "npm run leads -- list" shows the newest.`
      : `More than one lead has an id that starts with "${id}": give more of it.`,
  );
  return undefined;
}
