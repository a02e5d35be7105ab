import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { LeadVendor } from '#src/domain/lead/delivery/lead-vendor.ts';

/** Who a lead is for: its dealership and location, as far as the dealer still has them. */
export function vendorOf(dealer: DealerConfig, payload: LeadPayload): LeadVendor {
  const location = dealer.locations.find(({ id }) => id === payload.location_id);
  const dealership = dealer.dealerships.find(({ slug }) => slug === payload.dealership_slug);
  return {
    name: dealer.name,
    dealership: dealership?.name ?? dealer.name,
    url: canonicalOrigin(dealer),
    email: dealer.email,
    phone: dealer.phones.main,
    timeZone: dealer.timeZone,
    ...(location ? { location } : {}),
  };
}
