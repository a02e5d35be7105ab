import type { DealerConfig } from '#src/config/dealer-config.ts';
import { didYouMean } from '../nearest.ts';
import type { Finding } from '../problem.ts';
import { repeated } from './repeated.ts';

/** CFG-20: a website of the group is named once. */
const websitesOnce = ({ websites }: DealerConfig): Finding[] =>
  repeated(websites, ({ slug }) => slug).map((at) => ({
    path: `websites.${at}.slug`,
    expected: 'each slug once in "websites"',
    received: JSON.stringify(websites[at]?.slug),
    remedy: 'Give each entry its own slug.',
  }));

/** Pages and slides are found by their id, which is in the address of an offer, whatever its make. */
const idsOnce = ({ offers, slides }: DealerConfig): Finding[] =>
  Object.entries({ offers, slides }).flatMap(([list, items]) =>
    repeated(items as readonly { id: string }[], ({ id }) => id).map((at) => ({
      path: `${list}.${at}.id`,
      expected: `each id once in "${list}"`,
      received: JSON.stringify(items[at]?.id),
      remedy: 'Give each entry its own id.',
    })),
  );

/** CONT-12: an offer may use the picture of a model, which must exist. */
function offersOfModels({ offers, models }: DealerConfig): Finding[] {
  const known = models.map(({ slug }) => slug);
  return offers.flatMap(({ model }, at) => {
    if (model === undefined || known.includes(model)) return [];
    return [
      {
        path: `offers.${at}.model`,
        expected: 'the slug of one of "models"',
        received: JSON.stringify(model),
        remedy: didYouMean(model, known) ?? 'Add the model, or leave the key out.',
      },
    ];
  });
}

export const checkShowroom = (dealer: DealerConfig): Finding[] => [
  ...idsOnce(dealer),
  ...offersOfModels(dealer),
  ...websitesOnce(dealer),
];
