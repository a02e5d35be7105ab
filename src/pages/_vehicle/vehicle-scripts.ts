/**
 * The scripts for interactions with a vehicle page, bundled into one file, which compresses better and loads faster than
 * several.
 */
import { watchFormLinks } from '#src/features/leads/view/dialog/form-dialog.ts';
import {
  closeOutdatedSections,
  saveDownloads,
  showLinkedPhotos,
  watchFollowedLinks,
  watchScrolling,
} from '#src/features/vehicle/view/vehicle-gestures.ts';

watchFormLinks();
saveDownloads();
showLinkedPhotos();
watchFollowedLinks();
watchScrolling();
closeOutdatedSections();
