/** Texts with capitals inside that the specification gives, and those beside them in one list. */
export const GIVEN_TEXTS: readonly string[] = [
  ...['Apply for Pre-Approval', 'Book a Service', 'Book a Test Drive', 'Call Now', 'Car Removed'],
  ...['Car Saved In Watchlist', 'Certified Pre-Owned', 'Clear Filters', 'Contact Us', 'Enquire for Finance'],
  ...['Enquire Now', 'Find Me Something Similar', 'Find My Vehicle', 'First Name', 'Get Directions'],
  ...['Get Finance Now', 'Get Finance', 'Get Pre-Approval', 'Holiday Hours', 'Instant Message', 'Last Name'],
  ...['Mobile Number', 'New Car', 'No Results Available', 'Opening Hours', 'Our Brands', 'Our Locations'],
  ...['Parts Enquiry', 'Popular Makes', 'All Makes', 'Request Photos', 'Resend Code', 'Reserve Car Now'],
  ...['Reserve Now', 'Send Code', 'Send Enquiry', 'Show All', 'Show Less', 'Show Me', 'Show More'],
  ...['Start Finance Journey', 'Trade-In', 'Trade-In Valuation', 'Used Car', 'View Details', 'View List'],
  ...['View Location', 'View Our Stock', 'Visit Website', 'We Want Your Car', 'Why Buy From Us'],
];

/** Names of people, companies and things. */
export const NAMES: readonly string[] = [
  'Apple Pay',
  'Google Pay',
  'Bluewattle Credit',
  'Maxx Sport',
  'Land Rover',
];
