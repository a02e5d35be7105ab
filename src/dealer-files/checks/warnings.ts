import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { SecretNameSchema } from '#src/config/sections/primitives.ts';
import { resolveAddress } from '#src/routing/resolve-address.ts';
import type { Finding } from '../problem.ts';
import { placesOf } from '../schema-places.ts';
import { singleLogo } from './contrast.ts';
import { doubtfulSettings } from './doubtful-settings.ts';
import { missingCodeSettings } from './finance.ts';
import { contradictions } from './later-mistakes.ts';
import { missingMailSettings, noDestination } from './lead-destinations.ts';
import { unknownMakes } from './makes.ts';
import { missingAlertSettings } from './saved-searches.ts';

export type Circumstances = {
  /** Today in the dealer's time zone, `YYYY-MM-DD`. */
  today: string;
  environment: Readonly<Record<string, string | undefined>>;
};

const secretsOf = placesOf(DealerConfigSchema, { wanted: [SecretNameSchema] });

const missingSecrets = (dealer: DealerConfig, { environment }: Circumstances): Finding[] =>
  secretsOf(dealer).flatMap(({ path, value }) =>
    typeof value !== 'string' || environment[value]
      ? []
      : [
          {
            path,
            expected: 'an environment variable that is set',
            received: `${value}, which is not set here`,
            remedy: 'Set it where the sites are served.',
          },
        ],
  );

const expired = (path: string, what: string, last: string): Finding => ({
  path,
  expected: `a last day from today on`,
  received: `${last}: ${what} is not shown any more`,
  remedy: 'Give it a later day, or take the entry out.',
});

function pastDays({ popup, offers, search, locations }: DealerConfig, { today }: Circumstances): Finding[] {
  const lasts = [
    ['popup.expiryDate', 'the popup', popup?.expiryDate],
    ...offers.map(({ name, expiry }, at) => [`offers.${at}.expiry`, `"${name}"`, expiry] as const),
    ...search.promos.map(
      ({ expiry }, at) => [`search.promos.${at}.expiry`, 'the promotion', expiry] as const,
    ),
  ] as const;
  const hours = locations.flatMap(({ name, special_hours }, at) => {
    const days = special_hours.map(({ date }) => date).sort();
    const last = days.at(-1);
    return last === undefined || last >= today
      ? []
      : [
          {
            path: `locations.${at}.special_hours`,
            expected: 'a special day still to come',
            received: `the last of ${name} was ${last}`,
            remedy: 'Add the next public holidays, or empty the list.',
          },
        ];
  });
  return [
    ...lasts.flatMap(([path, what, last]) =>
      last !== undefined && last < today ? [expired(path, what, last)] : [],
    ),
    ...hours,
  ];
}

/** An earlier address that this site also has never redirects. */
function idleRedirects(dealer: DealerConfig): Finding[] {
  const open: DealerConfig = { ...dealer, redirects: [], status: { ...dealer.status, state: 'live' } };
  return dealer.redirects.flatMap(({ from }, at) => {
    if (from.endsWith('/*') || resolveAddress(open, { pathname: from, search: '' }).kind === 'unknown')
      return [];
    return [
      {
        path: `redirects.${at}.from`,
        expected: 'an address that only the earlier site had',
        received: `${JSON.stringify(from)}, which this site answers itself`,
        remedy: 'Take the entry out.',
      },
    ];
  });
}

/** Settings a site can be served with, but that are probably mistakes. */
export const warningsOf = (dealer: DealerConfig, circumstances: Circumstances): Finding[] => [
  ...unknownMakes(dealer),
  ...doubtfulSettings(dealer),
  ...contradictions(dealer, circumstances),
  ...pastDays(dealer, circumstances),
  ...idleRedirects(dealer),
  ...singleLogo(dealer),
  ...missingSecrets(dealer, circumstances),
  ...noDestination(dealer),
  ...missingMailSettings(dealer, circumstances.environment),
  ...missingCodeSettings(dealer, circumstances.environment),
  ...missingAlertSettings(dealer, circumstances.environment),
];
