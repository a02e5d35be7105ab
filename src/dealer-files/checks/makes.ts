import type { DealerConfig } from '#src/config/dealer-config.ts';
import { MAKES, makeNamed } from '#src/config/sections/makes.data.ts';
import { didYouMean } from '../nearest.ts';
import type { Finding } from '../problem.ts';

type Named = readonly (readonly [path: string, name: string | undefined])[];

const makesOf = (dealer: DealerConfig): Named => [
  ['manufacturer', dealer.manufacturer],
  ...dealer.locations.flatMap(({ manufacturers }, at) =>
    manufacturers.map((name, entry) => [`locations.${at}.manufacturers.${entry}`, name] as const),
  ),
  ...dealer.stock.excludedMakes.map((name, at) => [`stock.excludedMakes.${at}`, name] as const),
  ...(['serviceBooking', 'brands', 'models', 'offers', 'websites'] as const).flatMap((list) =>
    dealer[list].map(({ make }, at) => [`${list}.${at}.make`, make] as const),
  ),
];

const MAKE_NAMES = MAKES.map(({ name }) => name);

/** CFG-20: a make that would match no stock. */
export const unknownMakes = (dealer: DealerConfig): Finding[] =>
  makesOf(dealer).flatMap(([path, name]) => {
    if (name === undefined || makeNamed(name)) return [];
    return [
      {
        path,
        expected: 'a make of the reference list',
        received: JSON.stringify(name),
        remedy:
          didYouMean(name, MAKE_NAMES) ?? 'Check the spelling; a make that is new to Australia is fine.',
      },
    ];
  });
