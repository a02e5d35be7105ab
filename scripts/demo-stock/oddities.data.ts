import type { FeedVehicle } from './feed-vehicle.ts';

type Oddity = {
  index: number;
  fields: Partial<FeedVehicle>;
  /** Its words fit yards full of cars only. */
  ofCarYards?: true;
};

/** What real feeds hold and a tidy generator would not: laid over the vehicle of that number. */
export const ODDITIES: readonly Oddity[] = [
  {
    index: 7,
    ofCarYards: true,
    fields: {
      badge: 'Special Anniversary Edition with Premium Interior, Towing and Technology Packs (Dealer Fitted)',
    },
  },
  { index: 19, fields: { colour: 'Crème Brûlée / Noir' } },
  {
    index: 31,
    ofCarYards: true,
    fields: {
      dealercomments:
        'Previous owner was a Mr O\'Brien, who called it "Bluey". 👍\n\n- Towbar: 100% tested\n- 0 < 5 km from home most days & never in the rain\n- Ask for "the one with the roof racks"; you can\'t miss it.',
    },
  },
  {
    index: 43,
    fields: {
      dealercomments: '<b>PRICED TO SELL</b><br>Won’t last!!! R.R.P. is a "guide" only; see us; call; knock.',
    },
  },
  {
    index: 57,
    fields: { images: [], dealercomments: undefined, standardEquipment: [], filtered_features: [] },
  },
  { index: 71, fields: { price: 1, before_price: undefined, offer_price: undefined } },
  { index: 83, fields: { regplate: 'KANGA 1' } },
  { index: 97, fields: { interior_colour: 'Tan/Black “Nappa” — stitched' } },
  { index: 109, fields: { show_on_dealer_website: false } },
  { index: 121, fields: { show_on_dealer_website: false } },
  { index: 137, ofCarYards: true, fields: { private_suburb: 'Coorparoo', private_postcode: '4151' } },
  { index: 149, fields: { tag: 'Test Drive Only', status: 'in_stock' } },
  { index: 163, fields: { price: undefined, before_price: undefined, offer_price: undefined } },
];
