/** Scripts every page needs on the first interaction: the menu, suggestions and saved cars. */

import { reportVerified } from '#src/features/account/report-verified.ts';
import { wakeLists } from '#src/features/account/wake-lists.ts';
import '#src/features/search/type-ahead/wake-type-ahead.ts';
import '#src/layouts/site-menu.ts';

wakeLists();
reportVerified();
