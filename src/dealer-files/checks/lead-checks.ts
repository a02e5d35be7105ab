import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FORM_CATEGORIES, type LeadDestination } from '#src/config/sections/leads/leads-section.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { repeated } from '#src/dealer-files/find-places.ts';

const PLACE = 'leads.destinations';

function sameNames({ leads }: DealerConfig): Finding[] {
  return repeated(leads.destinations, ({ name }) => name).map((at) => ({
    path: `${PLACE}.${at}.name`,
    expected: 'each name once',
    received: JSON.stringify(leads.destinations[at]?.name),
    remedy: 'Give each destination a name of its own.',
  }));
}

/** Settings that refer to a location by id. */
function locationsNamed(destination: LeadDestination): { path: string; id: string }[] {
  const byLocation = 'toByLocation' in destination ? Object.keys(destination.toByLocation) : [];
  return [
    ...destination.locations.map((id, entry) => ({ path: `locations.${entry}`, id })),
    ...byLocation.map((id) => ({ path: `toByLocation.${id}`, id })),
  ];
}

function unknownLocations({ leads, locations }: DealerConfig): Finding[] {
  const ids = new Set(locations.map(({ id }) => id));
  return leads.destinations.flatMap((destination, at) =>
    locationsNamed(destination)
      .filter(({ id }) => !ids.has(id))
      .map(({ path, id }) => ({
        path: `${PLACE}.${at}.${path}`,
        expected: `the id of a location: ${[...ids].join(', ')}`,
        received: JSON.stringify(id),
        remedy: 'Use the id of a location of this file.',
      })),
  );
}

/** FORM-11: a destination with an unknown category would silently receive no leads. */
function unknownCategories({ leads }: DealerConfig): Finding[] {
  const known = [...new Set([...FORM_CATEGORIES, ...leads.categories])];
  return leads.destinations.flatMap(({ categories }, at) =>
    categories.flatMap((category, entry) =>
      known.includes(category)
        ? []
        : [
            {
              path: `${PLACE}.${at}.categories.${entry}`,
              expected: `a category that leads have: ${known.join(', ')}`,
              received: JSON.stringify(category),
              remedy: didYouMean(category, known) ?? 'Choose one of them, or add it to "leads.categories".',
            },
          ],
    ),
  );
}

/** FORM-11: without a destination, leads stay in the database. */
export const noDestination = ({ leads }: DealerConfig): Finding[] =>
  leads.destinations.length > 0
    ? []
    : [
        {
          path: PLACE,
          expected: 'at least one destination of leads',
          received: 'none, so leads wait in the database',
          remedy: 'Add one, e.g. { "name": "yard", "type": "email", "to": "leads@dealer.com.au" }.',
        },
      ];

const withoutToken = ({ leads, podium }: DealerConfig): Finding[] =>
  leads.destinations.flatMap(({ type }, at) =>
    type === 'podium' && podium.podium_api_token === undefined
      ? [
          {
            path: `${PLACE}.${at}.type`,
            expected: 'podium.podium_api_token, where leads go by "podium"',
            received: 'no token',
            remedy: 'Add podium.podium_api_token, or choose another type.',
          },
        ]
      : [],
  );

/** FORM-11: every lead must have a destination. */
export const checkLeadDestinations = (dealer: DealerConfig): Finding[] => [
  ...unknownCategories(dealer),
  ...sameNames(dealer),
  ...unknownLocations(dealer),
  ...withoutToken(dealer),
];

const MAIL_VARIABLES = ['SMTP_URL', 'MAIL_FROM'] as const;

/** Without a mail server, leads by e-mail cannot be sent. */
export const missingMailSettings = (
  { leads }: DealerConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] =>
  MAIL_VARIABLES.filter((name) => !environment[name]).flatMap((name) =>
    leads.destinations.flatMap(({ type }, at) =>
      type === 'email' || type === 'adf_email'
        ? [
            {
              path: `${PLACE}.${at}.type`,
              expected: `${name} to be set where leads go by e-mail`,
              received: `${name}, which is not set here`,
              remedy: 'Set it where leads are delivered.',
            },
          ]
        : [],
    ),
  );

const VARIABLES = ['SMTP_URL', 'MAIL_FROM'] as const;

/** SRCH-33: without a mail server, searches cannot be saved and alerts are not sent. */
export const missingAlertSettings = (
  { search }: DealerConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] =>
  search.alerts
    ? VARIABLES.filter((name) => !environment[name]).map((name) => ({
        path: 'search.alerts',
        expected: `${name} to be set where alerts are sent by e-mail`,
        received: `${name}, which is not set here`,
        remedy: 'Set it where the site is served, or write false.',
      }))
    : [];
