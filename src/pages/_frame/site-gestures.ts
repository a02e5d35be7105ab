/** What every page needs once a shopper does something: the menu, suggestions, and what a lead says of the visit. */
import { startLeadAttributes } from '#src/features/account/lead-attributes.ts';
import '#src/features/search/type-ahead/wake-type-ahead.ts';
import '#src/layouts/site-menu.ts';

startLeadAttributes();
