/** Scripts every page needs on the first interaction: the menu and suggestions. */

import { reportVerified } from '#src/features/account/report-verified.ts';
import '#src/features/search/type-ahead/wake-type-ahead.ts';
import '#src/layouts/site-menu.ts';

reportVerified();
