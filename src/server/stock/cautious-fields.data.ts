import type { FeedFieldName } from '#src/config/sections/vehicle-fields.ts';

type Caution = {
  /** The value of the field; absent where the vehicle goes without one. */
  value?: boolean;
  /** Other fields left out of the vehicle. */
  leftOut?: readonly FeedFieldName[];
  /** For the report. */
  effect: string;
};

/** Fields whose default may contradict the feed: what a value that is stated but cannot be read does instead. */
export const CAUTIOUS_FIELDS: Partial<Record<FeedFieldName, Caution>> = {
  price_type: {
    leftOut: ['price', 'offer_price', 'before_price'],
    effect: 'the vehicle shows no price until then',
  },
  show_on_dealer_website: { value: false, effect: 'the vehicle is not shown until then' },
  reserved: { value: true, effect: 'the vehicle counts as reserved until then' },
};
