import type { DealerConfig } from '#src/config/dealer-config.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { type LeadFormName, leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { formatDate } from '#src/domain/vehicle/display-text.ts';
import { vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { type LeadOfPhone, leadsOfPhone } from '#src/providers/database/leads-of-phone.ts';
import type { Services } from '../services.ts';
import { findEnquiredVehicle } from '../vehicles/car-asked-about.ts';
import type { Contact } from './session.ts';

/** @property car where it may still be shown */
export type GarageEnquiry = { title: string; date: string; car?: { name: string; path: string } };

type Reads = Pick<Services, 'db' | 'clock'>;

type Asked = Awaited<ReturnType<typeof findEnquiredVehicle>>;

function enquiryOf(
  dealer: DealerConfig,
  { form, createdAt }: LeadOfPhone,
  asked: Asked | undefined,
): GarageEnquiry {
  const title = leadFormNamed(form) ? dealer.leads.forms[form as LeadFormName].title : 'Enquiry';
  return {
    title,
    date: formatDate(zonedDate(new Date(createdAt), dealer.timeZone).date),
    ...(asked?.kind === 'listed' && {
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
  const vehicleIds = [...new Set(leads.map(({ vehicleId }) => vehicleId))];
  const asked = new Map(
    await Promise.all(
      vehicleIds.map(async (id) => [id, await findEnquiredVehicle(services, dealer, id)] as const),
    ),
  );
  return leads.map((lead) => enquiryOf(dealer, lead, asked.get(lead.vehicleId)));
}
