import type { Dealership, Location } from '#src/config/sections/locations.ts';

/**
 * `['DL# 4410217', 'MVR# 7720114']`, as far as they apply; a place that sells cars always has the first (LOC-02).
 * States word them differently, so a location may have its own labels (decision 27).
 */
export function licencesOf(location: Location, dealership: Dealership): string[] {
  const { dealer_license_number: own, motor_vehicle_repairer: repairer } = location;
  const dealer = own ?? (repairer === undefined ? dealership.licenceNumber : undefined);
  return [
    ...(dealer === undefined ? [] : [`${location.licenceLabel ?? dealership.licenceLabel} ${dealer}`]),
    ...(repairer === undefined ? [] : [`${location.repairerLabel ?? dealership.repairerLabel} ${repairer}`]),
  ];
}

/** `DL# 4410217` of a car that stands there: cars are sold under a dealer licence, whatever else the place does. */
export const dealerLicence = (location: Location, dealership: Dealership): string =>
  `${location.licenceLabel ?? dealership.licenceLabel} ${location.dealer_license_number ?? dealership.licenceNumber}`;
