import type { DealerConfig } from '../dealer-config.ts';
import { nearestWord } from '../nearest.ts';
import type { Finding } from '../problem.ts';

/** CONT-12: an offer borrows the picture of a model that is there. */
export function checkShowroom({ offers, models }: DealerConfig): Finding[] {
  const known = models.map(({ slug }) => slug);
  return offers.flatMap(({ model }, at) => {
    if (model === undefined || known.includes(model)) return [];
    const meant = nearestWord(model, known);
    return [
      {
        path: `offers.${at}.model`,
        expected: 'the slug of one of "models"',
        received: JSON.stringify(model),
        remedy: meant === undefined ? 'Add the model, or leave the key out.' : `Was "${meant}" meant?`,
      },
    ];
  });
}
