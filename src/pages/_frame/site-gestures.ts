/** Scripts every page needs on the first interaction: the menu, suggestions, saved cars and the visit data of leads. */

import { startLeadAttributes } from '#src/features/account/lead-attributes.ts';
import { reportVerified } from '#src/features/account/report-verified.ts';
import { wakeLists } from '#src/features/account/wake-lists.ts';
import '#src/features/search/type-ahead/wake-type-ahead.ts';
import '#src/layouts/site-menu.ts';

startLeadAttributes();
wakeLists();
reportVerified();
