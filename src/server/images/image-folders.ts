import { join } from 'node:path';

/** Where pictures live under DATA_DIR: originals as `<id>.jpg`, and what was made of them. */
export const imageFolders = (dataDir: string) => ({
  originalsFolder: join(dataDir, 'images', 'originals'),
  cacheFolder: join(dataDir, 'images', 'cache'),
});
