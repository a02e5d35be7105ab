import { join } from 'node:path';

/** Where pictures live under DATA_DIR: originals, and what was made of them. */
export const imageFolders = (dataDir: string) => ({
  originalsFolder: join(dataDir, 'images', 'originals'),
  cacheFolder: join(dataDir, 'images', 'cache'),
});

/** Always `.jpg`, whatever the content is: an id is then one name, found without a look at the others. */
export const originalFile = (id: string): string => `${id}.jpg`;
