import type { DealerConfig } from '#src/config/dealer-config.ts';
import { STATES } from '#src/config/sections/primitives.ts';
import { TIME_ZONES_OF } from '#src/domain/location/time-zones.ts';
import type { Finding } from '../problem.ts';
import { POSTCODES } from './australian-places.data.ts';

type State = (typeof STATES)[number];

export function isPostcodeOf(state: State, postcode: string): boolean {
  const number = Number(postcode);
  return POSTCODES[state].some(([first, last]) => number >= first && number <= last);
}

/** LOC-13: a postcode lies in the state of its address. */
const postcodes = ({ locations }: DealerConfig): Finding[] =>
  locations.flatMap(({ address: { state, postcode } }, at) => {
    if (isPostcodeOf(state, postcode)) return [];
    const others = STATES.filter((other) => isPostcodeOf(other, postcode)).map((other) =>
      other.toUpperCase(),
    );
    const whose = others.length > 0 ? `which is in ${others.join(' and ')}` : 'which no state has';
    return [
      {
        path: `locations.${at}.address.postcode`,
        expected: `a postcode in ${state.toUpperCase()}`,
        received: `${JSON.stringify(postcode)}, ${whose}`,
        remedy: 'Change the postcode, or the "state" beside it.',
      },
    ];
  });

/** LOC-14: with another time zone, opening hours would be wrong by hours. */
function timeZone(dealer: DealerConfig): Finding[] {
  const states = [...new Set(dealer.locations.map(({ address }) => address.state))];
  const zones = states.flatMap((state) => TIME_ZONES_OF[state]);
  const main = dealer.locations.find(({ primary }) => primary) ?? dealer.locations[0];
  if (!main || zones.includes(dealer.timeZone)) return [];
  const [usual] = TIME_ZONES_OF[main.address.state];
  return [
    {
      path: 'timeZone',
      expected: `a time zone of ${states.map((state) => state.toUpperCase()).join(' or ')}, where the locations are`,
      received: JSON.stringify(dealer.timeZone),
      remedy: `Write ${JSON.stringify(usual)}.`,
    },
  ];
}

/** LOC-14: a location's own time zone is one of its state. */
const ownTimeZones = ({ locations }: DealerConfig): Finding[] =>
  locations.flatMap(({ timeZone: zone, address: { state } }, at) => {
    const zones = TIME_ZONES_OF[state];
    if (zone === undefined || zones.includes(zone)) return [];
    return [
      {
        path: `locations.${at}.timeZone`,
        expected: `a time zone of ${state.toUpperCase()}, where the location is`,
        received: JSON.stringify(zone),
        remedy: `Write ${JSON.stringify(zones[0])}, or leave it out.`,
      },
    ];
  });

export const checkPlaces = (dealer: DealerConfig): Finding[] => [
  ...postcodes(dealer),
  ...timeZone(dealer),
  ...ownTimeZones(dealer),
];
