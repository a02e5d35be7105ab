/** Scripts every page needs on the first interaction: the menu, suggestions, and the visit data of leads. */
import { startLeadAttributes } from '#src/features/account/lead-attributes.ts';
import '#src/features/search/type-ahead/wake-type-ahead.ts';
import '#src/layouts/site-menu.ts';

startLeadAttributes();
