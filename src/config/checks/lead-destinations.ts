import type { DealerConfig } from '../dealer-config.ts';
import type { Finding } from '../problem.ts';
import { repeated } from './repeated.ts';

const PLACE = 'leads.destinations';

function sameNames({ leads }: DealerConfig): Finding[] {
  return repeated(leads.destinations, ({ name }) => name).map((at) => ({
    path: `${PLACE}.${at}.name`,
    expected: 'each name once',
    received: JSON.stringify(leads.destinations[at]?.name),
    remedy: 'Give each destination a name of its own.',
  }));
}

function unknownLocations({ leads, locations }: DealerConfig): Finding[] {
  const ids = new Set(locations.map(({ id }) => id));
  return leads.destinations.flatMap((destination, at) =>
    destination.locations.flatMap((id, entry) =>
      ids.has(id)
        ? []
        : [
            {
              path: `${PLACE}.${at}.locations.${entry}`,
              expected: `the id of a location: ${[...ids].join(', ')}`,
              received: JSON.stringify(id),
              remedy: 'Use the id of a location of this file.',
            },
          ],
    ),
  );
}

/** FORM-11: where leads go must be clear for each of them. */
export const checkLeadDestinations = (dealer: DealerConfig): Finding[] => [
  ...sameNames(dealer),
  ...unknownLocations(dealer),
];
