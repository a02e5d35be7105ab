import type { VehiclePageConfig } from '#src/config/sections/vehicle-page.ts';
import type { PhoneMask } from '../location/dealer-phone.ts';
import { withTexts } from '../with-texts.ts';
import type { Vehicle } from './vehicle.ts';

type Written = Pick<Vehicle, 'filtered_features' | 'standardEquipment' | 'warranty' | 'tag' | 'hotspots'>;

/**
 * Decision 17: a vehicle with the dealer's numbers masked in what the dealer writes of it. Its comments are masked
 * once their marks are read: a masked number looks like them.
 */
export function maskedVehicle<V extends Written>(vehicle: V, mask: PhoneMask): V {
  const { filtered_features, standardEquipment, warranty, tag, hotspots } = vehicle;
  return {
    ...vehicle,
    ...withTexts({ filtered_features, standardEquipment, warranty, tag }, mask),
    hotspots: hotspots?.map((each) => ({ ...each, description: mask(each.description) })),
  };
}

type Words = Pick<VehiclePageConfig, 'disclaimer' | 'mobileWarranty' | 'whyDealer' | 'whyBuy'>;

/** The same of what a dealer says beside every vehicle. */
export function maskedPageWords<P extends Words>(page: P, mask: PhoneMask): P {
  const { disclaimer, mobileWarranty, whyDealer, whyBuy } = page;
  return { ...page, ...withTexts({ disclaimer, mobileWarranty, whyDealer, whyBuy }, mask) };
}
