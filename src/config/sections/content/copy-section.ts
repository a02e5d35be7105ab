import * as v from 'valibot';
import { wordsOr } from '#src/config/sections/setting-types.ts';

/** Texts a dealer may change; the defaults are those of the specification. */
export const CopySchema = v.strictObject({
  viewDetails: wordsOr('View Details', 'CARD-02: link to the vehicle page'),
  enquire: wordsOr('Enquire Now', 'CARD-02: link to the enquiry'),
  subscribe: wordsOr('Subscribe', 'CFG-16: the same link for a vehicle priced by the week'),
  askToSubscribe: wordsOr('Ask to subscribe', 'CONT-268: button that sends the form of that link'),
  testDrive: wordsOr('Book a Test Drive', 'CARD-02: link to the test-drive enquiry of a car or truck'),
  testRide: wordsOr('Book a Test Ride', 'CFG-13: the same for a motorcycle'),
  inspection: wordsOr('Arrange an inspection', 'CFG-13: the same for a caravan'),
  reserve: wordsOr('Reserve Now', 'CARD-02: link to reserve a car; the deposit follows it'),
  reserveInBar: wordsOr(
    'Reserve {Vehicle} Now',
    'VDP-15: the same link in the bar at the bottom of the vehicle’s page; "{Vehicle}" is what it is: Car, Truck',
  ),
  similar: wordsOr('Find Me Something Similar', 'CARD-02: link on a car that has been sold'),
  similarPrompt: wordsOr('Like this and want something similar?', 'SRCH-12: above that link'),
  instantMessage: wordsOr(
    'Instant Message',
    'VDP-26: button that replaces the enquiry where a message robot answers',
  ),
  callNow: wordsOr('Call Now', 'VDP-15: button of the call'),
  tradeIn: wordsOr('Trade-In Valuation', 'VDP-30: link to a valuation of the shopper’s own car'),
  noResultsTitle: wordsOr('No Results Available', 'SRCH-12: heading shown when a search finds nothing'),
  noResultsText: wordsOr(
    'No results found for your search at this time. Please try adjusting the filters for more results.',
    'SRCH-12: text shown when a search finds nothing',
  ),
  sold: wordsOr('SOLD', 'VDP-16: notice on the page of a sold car'),
  justSold: wordsOr('JUST SOLD', 'CARD-03: tag of a sold car'),
  comingSoon: wordsOr('COMING SOON', 'CARD-03: tag of a car that hasn’t arrived yet'),
  mapHeading: wordsOr('Location', 'VDP-23: heading of the map section'),
  serviceOfMake: wordsOr(
    'Whether or not you bought your {make} from us, our workshop looks after it. Ask what it needs and when you can bring it in.',
    'CONT-13: on the pages of a brand and its models, where there is service; "{make}" is the make',
  ),
  partsOfMake: wordsOr(
    'Parts and accessories for every {make}. Say what yours needs, and we check stock and price.',
    'CONT-13: the same where there are parts and no service',
  ),
  moreFromDealer: wordsOr('See more from this dealer', 'VDP-23: link to the dealership’s stock'),
});

export type Copy = v.InferOutput<typeof CopySchema>;
