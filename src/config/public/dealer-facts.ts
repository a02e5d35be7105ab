import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';

/** `DL# 4410217`; numbers that start with their label are not prefixed: `MD041226`, not `MD# MD041226`. */
export const licenceText = (label: string, number: string): string => {
  const letters = label.replace(/[^a-z]/gi, '');
  return letters !== '' && number.toUpperCase().startsWith(letters.toUpperCase())
    ? number
    : `${label} ${number}`;
};

/**
 * `['DL# 4410217', 'MVR# 7720114']`, where applicable; a location that sells cars always has the first (LOC-02). Labels
 * differ by state, so locations may override them (decision 27).
 */
export function licencesOf(location: Location, dealership: Dealership): string[] {
  const { dealer_license_number: own, motor_vehicle_repairer: repairer } = location;
  const dealer = own ?? (repairer === undefined ? dealership.licenceNumber : undefined);
  return [
    ...(dealer === undefined ? [] : [licenceText(location.licenceLabel ?? dealership.licenceLabel, dealer)]),
    ...(repairer === undefined
      ? []
      : [licenceText(location.repairerLabel ?? dealership.repairerLabel, repairer)]),
  ];
}

/** `DL# 4410217` for cars at this location: cars are sold under a dealer licence, whatever else the location does. */
export const dealerLicence = (location: Location, dealership: Dealership): string =>
  licenceText(
    location.licenceLabel ?? dealership.licenceLabel,
    location.dealer_license_number ?? dealership.licenceNumber,
  );

/** All dealer licences of a site with their holders, without duplicates: those of dealerships, then of locations. */
export function siteLicences(
  dealerships: readonly Dealership[],
  locations: readonly Location[],
): { holder: string; licence: string }[] {
  const own = dealerships.map(({ name, licenceLabel, licenceNumber }) => ({
    holder: name,
    licence: licenceText(licenceLabel, licenceNumber),
  }));
  const ofLocations = locations.flatMap((location) => {
    const dealership = dealerships.find(({ slug }) => slug === location.dealership);
    if (!dealership || !location.visible || location.dealer_license_number === undefined) return [];
    return [{ holder: location.name, licence: dealerLicence(location, dealership) }];
  });
  const isFirst = ({ licence }: { licence: string }, at: number, all: readonly { licence: string }[]) =>
    all.findIndex((other) => other.licence === licence) === at;
  return [...own, ...ofLocations].filter(isFirst);
}

/** City shown in headings of searches. */
export const siteCity = ({
  override_city,
  locations,
  name,
}: Pick<DealerConfig, 'override_city' | 'locations' | 'name'>): string =>
  override_city ?? locations.find(({ primary }) => primary)?.address.city ?? name;
