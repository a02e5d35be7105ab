import type { State } from '#src/config/sections/states.ts';
import type { CarType } from '#src/features/vehicle/vehicle.ts';
import type { Cents } from '#src/platform/number/number-format.ts';

/** A warranty by law on used cars. Ages count from the year of manufacture. */
export type StatutoryCover = {
  months: number;
  km: number;
  /** Of the car at its sale. */
  aged: { above?: number; atMost: number };
  driven: { from?: number; below: number };
  /** Of its price. */
  above?: Cents;
  upTo?: Cents;
};

export type CoolingOff = {
  businessDays: number;
  carTypes: readonly CarType[];
  /** Only where the dealer arranges the finance. */
  ofLinkedCredit?: true;
};

type StateRights = {
  name: string;
  /** The first that fits holds. */
  covers: readonly StatutoryCover[];
  coolingOff: CoolingOff | null;
  source: { name: string; url: string };
};

const ALL: readonly CarType[] = ['new', 'demo', 'used'];
const USED: readonly CarType[] = ['used'];

/** Three months or 5,000 km for cars up to 10 years and below 160,000 km: the rule of most states. */
const USUAL: StatutoryCover = { months: 3, km: 5000, aged: { atMost: 10 }, driven: { below: 160_000 } };

/**
 * What the law of a state gives to a person who buys a passenger car from a licensed dealer. Utes, vans, trucks,
 * motorcycles and caravans have rules of their own and are not in here. Laws change: compare with the sources each year.
 */
export const STATUTORY_RIGHTS: Readonly<Record<State, StateRights>> = {
  /** Sale of Motor Vehicles Act 1977, sections 23 to 25B. */
  act: {
    name: 'the ACT',
    covers: [USUAL],
    coolingOff: { businessDays: 3, carTypes: ALL },
    source: { name: 'ACT legislation', url: 'https://www.legislation.act.gov.au/a/1977-29' },
  },
  /** Motor Dealers and Repairers Act 2013; none above the limit of the luxury car tax, here rounded down. */
  nsw: {
    name: 'New South Wales',
    covers: [{ ...USUAL, upTo: 8_000_000 }],
    coolingOff: { businessDays: 1, carTypes: ALL, ofLinkedCredit: true },
    source: {
      name: 'NSW Government',
      url: 'https://www.nsw.gov.au/driving-boating-and-transport/buying-and-selling-vehicles',
    },
  },
  /** Consumer Affairs and Fair Trading Act 1990, part 10. */
  nt: {
    name: 'the Northern Territory',
    covers: [USUAL],
    coolingOff: null,
    source: {
      name: 'NT Government',
      url: 'https://nt.gov.au/law/rights/buying-a-new-or-used-vehicle/buying-a-used-vehicle',
    },
  },
  /** Motor Dealers and Chattel Auctioneers Act 2014: classes A and B. */
  qld: {
    name: 'Queensland',
    covers: [
      USUAL,
      { months: 1, km: 1000, aged: { atMost: 20 }, driven: { from: 160_000, below: Infinity } },
      { months: 1, km: 1000, aged: { above: 10, atMost: 20 }, driven: { below: Infinity } },
    ],
    coolingOff: { businessDays: 1, carTypes: USED },
    source: {
      name: 'Queensland Government',
      url: 'https://www.qld.gov.au/law/your-rights/consumer-rights-complaints-and-scams/buying-products-and-services/buying-products/buying-a-car/buying-a-used-car',
    },
  },
  /** Second-hand Vehicle Dealers Act 1995, sections 18B and 23. */
  sa: {
    name: 'South Australia',
    covers: [
      { months: 3, km: 5000, aged: { atMost: 15 }, driven: { below: 200_000 }, above: 600_000 },
      {
        months: 2,
        km: 3000,
        aged: { atMost: 15 },
        driven: { below: 200_000 },
        above: 300_000,
        upTo: 600_000,
      },
    ],
    coolingOff: { businessDays: 2, carTypes: USED },
    source: {
      name: 'Legal Services Commission of South Australia',
      url: 'https://lsc.sa.gov.au/handbook/ch10s04s07s03.php',
    },
  },
  /** No cooling-off by law. Its warranties, of the Motor Vehicle Traders Act 2011, are left to the dealer's words. */
  tas: {
    name: 'Tasmania',
    covers: [],
    coolingOff: null,
    source: {
      name: 'Consumer, Building and Occupational Services',
      url: 'https://cbos.tas.gov.au/topics/products-services/buying/buying-a-car',
    },
  },
  /** Motor Car Traders Act 1986, sections 43 and 54. */
  vic: {
    name: 'Victoria',
    covers: [USUAL],
    coolingOff: { businessDays: 3, carTypes: ALL },
    source: {
      name: 'Consumer Affairs Victoria',
      url: 'https://www.consumer.vic.gov.au/consumers-and-businesses/cars',
    },
  },
  /** Motor Vehicle Dealers Act 1973, section 34. */
  wa: {
    name: 'Western Australia',
    covers: [
      { months: 3, km: 5000, aged: { atMost: 10 }, driven: { below: 150_000 }, above: 399_999 },
      { months: 1, km: 1500, aged: { atMost: 12 }, driven: { below: 180_000 }, above: 399_999 },
    ],
    coolingOff: null,
    source: {
      name: 'Consumer Protection WA',
      url: 'https://www.commerce.wa.gov.au/consumer-protection/used-car-warranties',
    },
  },
};

/** Rights under the Australian Consumer Law, in every state. */
export const CONSUMER_LAW = {
  name: 'ACCC',
  url: 'https://www.accc.gov.au/consumers/buying-products-and-services/consumer-rights-and-guarantees',
} as const;
