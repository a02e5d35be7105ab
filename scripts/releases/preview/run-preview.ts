import { readStorageVariables } from '#src/config/environment.ts';
import { DEFAULT_ENCODING, type ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { buildPreview, type Preview } from '#src/publishing/preview/build-preview.ts';
import type { PictureProgress } from '#src/publishing/preview/preview-pictures.ts';
import {
  type Called,
  commandOf,
  existingDealersFolder,
  type Terminal,
  UsageError,
} from '../../command/command.ts';
import { publish } from '../previews/publish.ts';

const USAGE = `Makes a preview of one dealer's site: a folder that any file host or CDN can serve.

  npm run releases -- preview <dealer>  [--base /path] [--ref <git ref>] [--publish [--to PLACE] [--release ID]]

--base is the path the folder is served under, "/" unless set.
--ref shows the dealer's files of a commit, branch or tag, by the present code.
--out DIR is the folder to write (default dist/previews/<dealer>, in DIST_DIR where that is set).
--publish sends the folder to PUBLISH_TO, or --to, and makes it live, named by the release in its banner
unless --release names it. See npm run releases -- previews.
--dealers-dir DIR names the dealer files (default dealers/). Stock and pictures come from DATA_DIR.

"preview.apiOrigin" and "preview.origins" of the dealer file let its forms reach the dealer's endpoints, as tests.`;

const options = {
  base: { type: 'string' },
  ref: { type: 'string' },
  out: { type: 'string' },
  publish: { type: 'boolean', default: false },
  to: { type: 'string' },
  release: { type: 'string' },
  'dealers-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function previewText(preview: Preview): string {
  const { folder, release, pages, vehicles, pictures, seconds, pictureSeconds, snapshotKilobytes } = preview;
  const made = pictures.made > 0 ? `, ${pictures.made} of them made` : '';
  return [
    `Preview ${release}: ${pages} pages, ${vehicles} vehicles, in ${seconds.toFixed(1)} s.`,
    `${pictures.written} pictures of vehicles${made}: ${pictureSeconds.toFixed(1)} s of that. Stock to search: ${snapshotKilobytes.toFixed(0)} KB compressed.`,
    `Folder: ${folder}`,
  ].join('\n');
}

const BETWEEN_LINES_MS = 10_000;

/** Says now and then how far the pictures are: hundreds of vehicles take many minutes the first time. */
function pictureLines({ log }: Terminal): (progress: PictureProgress) => void {
  let saidAt = Date.now();
  return ({ made, done, of }) => {
    if (Date.now() - saidAt < BETWEEN_LINES_MS) return;
    saidAt = Date.now();
    log(`Pictures of vehicles: ${done} of ${of}, ${made} of them made.`);
  };
}

/** Opened and asked before the preview is made, which takes a minute. @throws StorageError for a place that is none */
async function storeFor(place: string | undefined): Promise<ObjectStorage> {
  const variables = readStorageVariables(process.env);
  const store = await openStorage(place ?? variables.PUBLISH_TO, variables);
  await store.folders('');
  return store;
}

async function run({ values, positionals }: Called<typeof options>, terminal: Terminal): Promise<number> {
  const [dealer, ...more] = positionals;
  if (dealer === undefined || more.length > 0) throw new UsageError('Name the one dealer to preview.');
  const dealersDir = existingDealersFolder(values['dealers-dir']);
  const { base, ref, out: outDir, publish: isPublished, to, release } = values;
  if (!isPublished && (to ?? release) !== undefined)
    throw new UsageError('--to and --release belong to --publish.');
  const store = isPublished ? await storeFor(to) : undefined;
  const onPicture = pictureLines(terminal);
  const preview = await buildPreview({ dealer, dealersDir, base, ref, outDir, onPicture });
  terminal.log(previewText(preview));
  const { missing } = preview.pictures;
  if (missing.length > 0)
    terminal.error(`${missing.length} pictures are not on this machine, the first ${missing[0]}.`);
  if (store) {
    const request = {
      site: dealer,
      folder: preview.folder,
      release,
      encoding: DEFAULT_ENCODING,
      hold: false,
    };
    await publish(store, request, terminal);
    store.close();
  }
  return 0;
}

/** What `npm run releases -- preview …` does. @returns the exit code */
export const runPreview = commandOf(USAGE, options, run);
