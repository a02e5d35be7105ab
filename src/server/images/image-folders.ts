import { join } from 'node:path';

/** Picture folders under DATA_DIR: originals and renditions. */
export const imageFolders = (dataDir: string) => ({
  originalsFolder: join(dataDir, 'images', 'originals'),
  cacheFolder: join(dataDir, 'images', 'cache'),
});

/** Always `.jpg`, whatever the content: an id is then one file name, found without listing the folder. */
export const originalFile = (id: string): string => `${id}.jpg`;
