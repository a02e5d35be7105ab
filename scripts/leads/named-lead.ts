import type { DeskLead, LeadDesk } from '#src/server/leads/operations/lead-desk.ts';
import type { Terminal } from '../command/command.ts';

/** The lead of an id or its beginning; says what is wrong where there is none. */
export async function namedLead(
  desk: LeadDesk,
  id: string,
  terminal: Terminal,
): Promise<DeskLead | undefined> {
  const found = await desk.show(id);
  if (found.kind === 'found') return found.lead;
  terminal.error(
    found.kind === 'none'
      ? `No lead has an id that starts with "${id}". "npm run leads -- list" shows the newest.`
      : `More than one lead has an id that starts with "${id}": give more of it.`,
  );
  return undefined;
}
