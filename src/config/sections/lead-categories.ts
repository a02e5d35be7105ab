/** FORM-11: the categories that leads have by their form; `leads.categories` adds those of the generic enquiry. */
export const FORM_CATEGORIES: readonly string[] = [
  'General Enquiry',
  'Vehicle Enquiry',
  'Test Drive',
  'Service Enquiry',
  'Parts Enquiry',
  'Fleet Enquiry',
  'Sell Your Car',
  'Trade-In',
];
