/**
 * The interactions of a vehicle page, in one file that loads on the first interaction. Together the parts compress
 * better, and a touch waits for one file, not ten.
 */
import { watchFormLinks } from '#src/features/lead-forms/form-dialog.ts';
import { saveDownloads } from '#src/features/vehicle/download.ts';
import { watchFollowedLinks } from '#src/features/vehicle/followed-link.ts';
import { closeOutdatedSections } from '#src/features/vehicle/outdated-sections.ts';
import '#src/features/vehicle/share-script.ts';
import { watchScrolling } from '#src/features/vehicle/vehicle-scrolling.ts';

watchFormLinks();
saveDownloads();
watchFollowedLinks();
watchScrolling();
closeOutdatedSections();
