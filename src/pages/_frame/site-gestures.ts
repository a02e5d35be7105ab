/** Scripts of all pages that are not needed before the first gesture. */

import { reportVerified } from '#src/features/account/view/report-verified.ts';
import '#src/features/search/view/type-ahead/init-type-ahead.ts';
import '#src/features/content/view/third-party/third-party-script.ts';
import '#src/layouts/site-menu.ts';

reportVerified();
