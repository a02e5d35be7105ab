import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import type { Duty } from './duty-scale.ts';
import type { OnRoadVehicle } from './on-road-vehicle.ts';

/** In dollars, for a private buyer. */
export type ChargePeriod = {
  from: CalendarDate;
  /** Last day; none while no end is known. */
  until?: CalendarDate;
  duty: (vehicle: OnRoadVehicle) => Duty;
  /** Of twelve months. */
  registration: (vehicle: OnRoadVehicle) => number;
  /** Of twelve months, a typical premium; undefined where the registration includes it. */
  ctp?: (vehicle: OnRoadVehicle) => number;
  plates: (vehicle: OnRoadVehicle) => number;
  transfer: number;
};

export type StateCharges = {
  /** Within a sentence: `the ACT`. */
  place: string;
  ctpName: string;
  /** Official pages: of the duty first. */
  sources: readonly { name: string; href: string }[];
  checkedOn: CalendarDate;
  /** In order of time, without overlap. */
  periods: readonly ChargePeriod[];
};
