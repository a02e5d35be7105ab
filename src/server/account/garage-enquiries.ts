import type { DealerConfig } from '#src/config/dealer-config.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { type LeadFormName, leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { formatDate } from '#src/domain/vehicle/display-text.ts';
import { vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { type LeadOfPhone, leadsOfPhone } from '#src/providers/database/leads-of-phone.ts';
import type { Services } from '../services.ts';
import { carAskedAbout } from '../vehicles/car-asked-about.ts';
import type { Contact } from './session.ts';

/** @property car where it may still be shown */
export type GarageEnquiry = { title: string; date: string; car?: { name: string; path: string } };

type Reads = Pick<Services, 'db' | 'clock'>;

async function enquiryOf(services: Reads, dealer: DealerConfig, lead: LeadOfPhone): Promise<GarageEnquiry> {
  const { form, vehicleId, createdAt } = lead;
  const asked = await carAskedAbout(services, dealer, vehicleId);
  const title = leadFormNamed(form) ? dealer.leads.forms[form as LeadFormName].title : 'Enquiry';
  return {
    title,
    date: formatDate(zonedDate(new Date(createdAt), dealer.timeZone).date),
    ...(asked.kind === 'listed' && {
      car: { name: vehicleName(asked.vehicle), path: vehiclePath(asked.vehicle.slug) },
    }),
  };
}

/**
 * What a shopper asked the dealer, by the phone they have verified; the newest first. What they wrote is not repeated:
 * others may have written it with this number.
 */
export async function garageEnquiries(
  services: Reads,
  dealer: DealerConfig,
  { phone }: Pick<Contact, 'phone'>,
): Promise<GarageEnquiry[]> {
  const leads = await leadsOfPhone(services.db, dealer.slug, phone);
  const enquiries: GarageEnquiry[] = [];
  for (const lead of leads) enquiries.push(await enquiryOf(services, dealer, lead));
  return enquiries;
}
