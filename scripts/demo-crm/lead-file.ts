import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReceivedLead } from './inbox-page.ts';

/** Leads of the demo CRM in one JSON file, whole at any moment. */
export function leadFile(file: string) {
  const leads: ReceivedLead[] = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as ReceivedLead[])
    : [];
  mkdirSync(dirname(file), { recursive: true });
  function save(): void {
    writeFileSync(`${file}.new`, JSON.stringify(leads, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return {
    all: (): readonly ReceivedLead[] => leads,
    /** @returns false where the lead was here before; it is then only counted */
    keep(dealer: string, leadId: string, lead: Record<string, unknown>): boolean {
      const known = leads.find((kept) => kept.dealer === dealer && kept.lead.lead_id === leadId);
      if (known) known.arrivals += 1;
      else {
        leads.push({
          dealer,
          receivedAt: new Date().toISOString(),
          arrivals: 1,
          lead: { ...lead, lead_id: leadId },
        });
      }
      save();
      return !known;
    },
  };
}
