import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';

type SpecificationKey = {
  [K in keyof Vehicle]-?: NonNullable<Vehicle[K]> extends string | number ? K : never;
}[keyof Vehicle];

export type Specification = {
  key: SpecificationKey;
  label: string;
  show: (value: string | number) => string;
};

/** CFG-13: caravans are measured in feet. */
const METRES_PER_FOOT = 0.3048;

const plain = (value: string | number) => String(value);
const unit = (name: string) => (value: string | number) =>
  typeof value === 'number' ? `${formatNumber(value, 2)} ${name}` : value;
/** `20.5 ft (6.25 m)` */
export const feetText = (feet: number | undefined): string | undefined =>
  feet === undefined ? undefined : `${formatNumber(feet, 2)} ft (${(feet * METRES_PER_FOOT).toFixed(2)} m)`;
const feet = (value: string | number) => (typeof value === 'number' ? (feetText(value) ?? '') : value);
const stars = (value: string | number) => (/^[0-5]$/.test(String(value)) ? `${value} stars` : String(value));

/** VDP-29, in display order. Feeds have lengths in mm and masses in kg, but caravan bodies in feet. */
export const SPECIFICATIONS: readonly Specification[] = [
  { key: 'cylinders', label: 'Cylinders', show: plain },
  { key: 'enginesize', label: 'Engine capacity', show: unit('cc') },
  { key: 'enginesize_litres', label: 'Engine size', show: unit('L') },
  { key: 'induction', label: 'Induction', show: plain },
  { key: 'power', label: 'Power', show: plain },
  { key: 'torque', label: 'Torque', show: plain },
  { key: 'fuelconsumptioncombined', label: 'Fuel consumption, combined', show: unit('L/100 km') },
  { key: 'fuelcapacity', label: 'Fuel capacity', show: unit('L') },
  { key: 'range_km', label: 'Electric range', show: unit('km') },
  { key: 'ancaprating', label: 'ANCAP rating', show: stars },
  { key: 'towingcapacitybraked', label: 'Towing capacity, braked', show: unit('kg') },
  { key: 'grossvehiclemass', label: 'Gross vehicle mass', show: unit('kg') },
  { key: 'vehiclelength', label: 'Length', show: unit('mm') },
  { key: 'vehiclewidth', label: 'Width', show: unit('mm') },
  { key: 'vehicleheight', label: 'Height', show: unit('mm') },
  { key: 'bodyconfiguration', label: 'Body configuration', show: plain },
  { key: 'body_length', label: 'Body length', show: feet },
  { key: 'body_width', label: 'Body width', show: feet },
  { key: 'tare_weight', label: 'Tare weight', show: unit('kg') },
  { key: 'aggregate_trailer_mass', label: 'Aggregate trailer mass', show: unit('kg') },
  { key: 'axle_type', label: 'Axles', show: plain },
  { key: 'sleeps', label: 'Sleeps', show: plain },
];
