import type { VehicleSheet } from '#src/domain/vehicle/vehicle-sheet.ts';

const PRICE = { kind: 'price', typeText: 'Drive away', wasText: null } as const;

type Sample = {
  vehicle: { id: string; slug: string; reserved: boolean };
  sheet: Pick<
    VehicleSheet,
    'name' | 'picture' | 'price' | 'repayment' | 'tables' | 'features' | 'basis' | 'smallPrint'
  >;
  isSold: boolean;
  location: { name: string };
};

/** Two vehicles that differ in some rows and agree in others. */
export const COMPARED_SAMPLES: readonly Sample[] = [
  {
    vehicle: { id: 'sample-1', slug: 'sample-1', reserved: false },
    sheet: {
      name: '2022 Toyota HiLux SR5',
      picture: undefined,
      price: { ...PRICE, text: '$52,990', cents: 5_299_000 },
      repayment: {
        kind: 'amount',
        amountText: '$243 / week',
        rateText: '7.49% p.a. interest rate',
        comparisonText: '8.62% p.a. comparison rate',
        termText: 'over 5 years',
      },
      tables: [
        {
          heading: 'Details',
          rows: [
            { label: 'Kilometres', text: '41,250 km' },
            { label: 'Transmission', text: 'Automatic' },
            { label: 'Fuel type', text: 'Diesel' },
          ],
        },
      ],
      features: ['Reversing camera', 'Tow bar'],
      basis: undefined,
      smallPrint: [],
    },
    isSold: false,
    location: { name: 'Main yard' },
  },
  {
    vehicle: { id: 'sample-2', slug: 'sample-2', reserved: true },
    sheet: {
      name: '2023 Isuzu D-MAX LS-U',
      picture: undefined,
      price: { ...PRICE, text: '$56,450', cents: 5_645_000 },
      repayment: undefined,
      tables: [
        {
          heading: 'Details',
          rows: [
            { label: 'Kilometres', text: '18,900 km' },
            { label: 'Transmission', text: 'Automatic' },
            { label: 'Fuel type', text: 'Diesel' },
          ],
        },
      ],
      features: ['Reversing camera', 'Canopy'],
      basis: undefined,
      smallPrint: [],
    },
    isSold: false,
    location: { name: 'Main yard' },
  },
];
