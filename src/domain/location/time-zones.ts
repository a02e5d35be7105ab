import type { Location } from '#src/config/sections/locations.ts';
import type { STATES } from '#src/config/sections/primitives.ts';

type State = (typeof STATES)[number];

/** Time zones people keep in each state, the usual one first. */
export const TIME_ZONES_OF: Readonly<Record<State, readonly [string, ...string[]]>> = {
  act: ['Australia/Sydney'],
  nsw: ['Australia/Sydney', 'Australia/Broken_Hill', 'Australia/Lord_Howe', 'Pacific/Norfolk'],
  nt: ['Australia/Darwin'],
  qld: ['Australia/Brisbane', 'Australia/Lindeman'],
  sa: ['Australia/Adelaide', 'Australia/Eucla'],
  tas: ['Australia/Hobart', 'Australia/Currie', 'Antarctica/Macquarie'],
  vic: ['Australia/Melbourne'],
  wa: ['Australia/Perth', 'Australia/Eucla', 'Indian/Christmas', 'Indian/Cocos'],
};

/**
 * LOC-14: the time zone of a location's hours: its own, else the dealer's if its state keeps it, else its state's usual
 * one. A dealer in Brisbane with a yard in Sydney has two clocks from October to April.
 */
export function timeZoneOf(
  { timeZone, address }: Pick<Location, 'timeZone' | 'address'>,
  site: { timeZone: string },
): string {
  const zones = TIME_ZONES_OF[address.state];
  return timeZone ?? (zones.includes(site.timeZone) ? site.timeZone : zones[0]);
}
