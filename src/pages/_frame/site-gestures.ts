/** Small scripts of any page that only listen: the menu, suggestions, third parties. */

import { reportVerified } from '#src/features/account/report-verified.ts';
import '#src/features/search/type-ahead/wake-type-ahead.ts';
import '#src/features/third-party/load-on-click.ts';
import '#src/features/third-party/third-party-script.ts';
import '#src/layouts/site-menu.ts';

reportVerified();
