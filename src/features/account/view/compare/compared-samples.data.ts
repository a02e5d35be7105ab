import type { ComparedCar } from '#src/features/account/saved-cars/comparison.ts';

const facts = (availability: string, kilometres: string) => [
  { label: 'Availability', text: availability },
  { label: 'Location', text: 'Main yard' },
  { label: 'Kilometres', text: kilometres },
  { label: 'Transmission', text: 'Automatic' },
  { label: 'Fuel type', text: 'Diesel' },
];

/** Two vehicles that differ in some rows and agree in others. */
export const COMPARED_SAMPLES: readonly ComparedCar[] = [
  {
    ...{
      id: 'sample-1',
      slug: 'sample-1',
      path: '/cars/sample-1',
      name: '2022 Toyota HiLux SR5',
      image: undefined,
    },
    price: { text: '$52,990', typeText: 'Drive away' },
    dollars: 52_990,
    driveAway: null,
    repayment: {
      kind: 'amount',
      amountText: '$243 / week',
      rateText: '7.49% p.a. interest rate',
      comparisonText: '8.62% p.a. comparison rate',
      termText: 'over 5 years',
    },
    facts: facts('For sale', '41,250 km'),
    features: ['Reversing camera', 'Tow bar'],
    basis: undefined,
    smallPrint: [],
  },
  {
    ...{
      id: 'sample-2',
      slug: 'sample-2',
      path: '/cars/sample-2',
      name: '2023 Isuzu D-MAX LS-U',
      image: undefined,
    },
    price: { text: '$56,450', typeText: 'Drive away' },
    dollars: 56_450,
    driveAway: null,
    repayment: undefined,
    facts: facts('Reserved', '18,900 km'),
    features: ['Reversing camera', 'Canopy'],
    basis: undefined,
    smallPrint: [],
  },
];
