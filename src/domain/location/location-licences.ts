import type { Dealership, Location } from '#src/config/sections/locations.ts';

/** `['DL# 4410217', 'MVR# 7720114']`, as far as they apply; a place that sells cars always has the first (LOC-02). */
export function licencesOf(location: Location, dealership: Dealership): string[] {
  const { dealer_license_number: own, motor_vehicle_repairer: repairer } = location;
  const dealer = own ?? (repairer === undefined ? dealership.licenceNumber : undefined);
  return [
    ...(dealer === undefined ? [] : [`${dealership.licenceLabel} ${dealer}`]),
    ...(repairer === undefined ? [] : [`${dealership.repairerLabel} ${repairer}`]),
  ];
}
