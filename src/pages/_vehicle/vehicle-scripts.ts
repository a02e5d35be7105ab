/**
 * The interactions of a vehicle page, in one file that loads on the first interaction. Together the parts compress
 * better, and a touch waits for one file, not ten.
 */
import { watchFormLinks } from '#src/features/leads/view/dialog/form-dialog.ts';
import {
  closeOutdatedSections,
  saveDownloads,
  watchFollowedLinks,
  watchScrolling,
} from '#src/features/vehicle/view/vehicle-gestures.ts';
import '#src/features/vehicle/view/vehicle-gestures.ts';

watchFormLinks();
saveDownloads();
watchFollowedLinks();
watchScrolling();
closeOutdatedSections();
