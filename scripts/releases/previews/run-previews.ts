import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readStorageVariables } from '#src/config/environment.ts';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import {
  CONTENT_ENCODINGS,
  type ContentEncoding,
  DEFAULT_ENCODING,
  type ObjectStorage,
  StorageError,
} from '#src/platform/storage/object-storage.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { previewFolder } from '#src/publishing/preview/preview-release.ts';
import { expireReleases } from '#src/publishing/store/expire-releases.ts';
import {
  promoteRelease,
  publishedReleases,
  publishedSites,
  readPointer,
  rollbackSite,
  siteMustExist,
} from '#src/publishing/store/published-releases.ts';
import { columns, exitCodeOf, readOptions, type Terminal, UsageError } from '../../command/command.ts';
import { megabytes, publish } from './publish.ts';

const USAGE = `Publishes folders of pages to a folder or a bucket, and says which release is live.

  npm run releases -- previews publish <dealer> [folder]   uploads a folder as a new release and makes it live;
                                                  by default dist/previews/<dealer>, which "npm run releases -- preview" writes
      --release ID     its name; by default the release in the banner of a preview, else a hash of the content
      --hold           uploads without making it live
      --encoding NAME  how texts are stored in a bucket: gzip (default), br, none
  npm run releases -- previews list [dealer]               what is published, newest first
  npm run releases -- previews live <dealer>               the id of the live release alone, for scripts
  npm run releases -- previews promote <dealer> <release>  makes a release live
  npm run releases -- previews rollback <dealer>           makes the one before live
  npm run releases -- previews expire <dealer>             removes old releases, never the live one nor the one before
      --days N         older than N days; by default 30
      --dry-run        only lists them

--to PLACE, or PUBLISH_TO, names the place: a folder that exists, or s3://bucket/path.
src/server/routes/REFERENCE.md lists the variables of a bucket: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION,
AWS_ENDPOINT_URL_S3. Exit codes: 0 done, 1 refused, 2 wrong usage.`;

const text = { type: 'string' } as const;
const options = {
  to: text,
  release: text,
  encoding: text,
  days: text,
  hold: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** What each command takes after its name: the fewest words, the most, and its own options. */
const COMMANDS = {
  publish: { fewest: 1, most: 2, own: ['release', 'hold', 'encoding'], needs: 'a dealer' },
  list: { fewest: 0, most: 1, own: [], needs: '' },
  live: { fewest: 1, most: 1, own: [], needs: 'a dealer' },
  promote: { fewest: 2, most: 2, own: [], needs: 'a dealer and a release' },
  rollback: { fewest: 1, most: 1, own: [], needs: 'a dealer' },
  expire: { fewest: 1, most: 1, own: ['days', 'dry-run'], needs: 'a dealer' },
} as const;
type CommandName = keyof typeof COMMANDS;

const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

type PreviewsRequest = {
  command: CommandName;
  /** Slug of the dealer; empty for a list of all. */
  site: string;
  /** The folder of `publish`, the release of `promote`. */
  second: string;
  /** Empty where neither --to nor PUBLISH_TO is given. */
  to: string | undefined;
  release: string | undefined;
  /** Undefined for none. */
  encoding: ContentEncoding | undefined;
  hold: boolean;
  days: number;
  dryRun: boolean;
};

const DEFAULT_DAYS = 30;
const EncodingSchema = v.picklist([...CONTENT_ENCODINGS, 'none']);
const DaysSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/), v.transform(Number));

/** @throws UsageError */
function option<T>(schema: v.GenericSchema<unknown, T>, value: unknown, expected: string): T {
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw new UsageError(`${expected}, not "${String(value)}".`);
  return parsed.output;
}

/** @returns undefined if help was requested @throws UsageError */
function readArguments(args: string[]): PreviewsRequest | undefined {
  const { values, positionals } = readOptions(() => parseArgs({ args, allowPositionals: true, options }));
  if (values.help) return undefined;
  const [command, ...words] = positionals;
  if (command === undefined) throw new UsageError('Name a command.');
  if (!isCommand(command)) throw new UsageError(`There is no command "${command}".`);
  const { fewest, most, own, needs } = COMMANDS[command];
  if (words.length < fewest) throw new UsageError(`"${command}" needs ${needs}.`);
  if (words.length > most)
    throw new UsageError(`"${words[most]}" is one argument too many for "${command}".`);
  const allowed = new Set<string>([...own, 'to', 'help']);
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  const foreign = given.find(([name]) => !allowed.has(name))?.[0];
  if (foreign !== undefined) throw new UsageError(`"${command}" takes no --${foreign}.`);
  const [site = '', second = previewFolder(site)] = words;
  if (site !== '') option(SlugSchema, site, 'The dealer is named by its slug, e.g. "riverbend"');
  const encoding = option(
    EncodingSchema,
    values.encoding ?? DEFAULT_ENCODING,
    '--encoding takes gzip, br or none',
  );
  return {
    command,
    site,
    second,
    to: values.to,
    release: values.release,
    encoding: encoding === 'none' ? undefined : encoding,
    hold: values.hold,
    days: option(DaysSchema, values.days ?? String(DEFAULT_DAYS), '--days takes a whole number from 1'),
    dryRun: values['dry-run'],
  };
}

type Work = (store: ObjectStorage, request: PreviewsRequest, terminal: Terminal) => Promise<void>;

async function list(store: ObjectStorage, { site }: PreviewsRequest, terminal: Terminal): Promise<void> {
  const sites = site === '' ? await publishedSites(store) : [site];
  if (sites.length === 0) terminal.log(`Nothing is published at ${store.name}.`);
  const rows: string[][] = [];
  for (const each of sites) {
    for (const { release, preview, state, publishedAt, files, bytes } of await publishedReleases(
      store,
      each,
    )) {
      const inBanner = preview === undefined || preview === release ? '' : `its banner: ${preview}`;
      rows.push([each, release, state, publishedAt, `${files} files`, megabytes(bytes), inBanner]);
    }
  }
  if (rows.length > 0) terminal.log(columns(rows));
}

async function live(store: ObjectStorage, { site }: PreviewsRequest, terminal: Terminal): Promise<void> {
  await siteMustExist(store, site);
  const pointer = await readPointer(store, site);
  if (!pointer) throw new StorageError(`No release of "${site}" is live at ${store.name}.`);
  terminal.log(pointer.release);
}

async function promote(
  store: ObjectStorage,
  { site, second }: PreviewsRequest,
  terminal: Terminal,
): Promise<void> {
  const { release, before } = await promoteRelease(store, site, second);
  const was = before === undefined ? '' : ` Before: ${before}.`;
  terminal.log(`Release ${release} of ${site} is live at ${store.name}.${was}`);
}

async function rollback(store: ObjectStorage, { site }: PreviewsRequest, terminal: Terminal): Promise<void> {
  const { release, before } = await rollbackSite(store, site);
  terminal.log(`Release ${release} of ${site} is live again, in place of ${before}.`);
}

async function expire(store: ObjectStorage, request: PreviewsRequest, terminal: Terminal): Promise<void> {
  const { site, days, dryRun } = request;
  const expired = await expireReleases(store, site, { days, dryRun });
  for (const { release, files, isUnfinished } of expired) {
    const what = isUnfinished ? ', an interrupted upload' : '';
    terminal.log(`${dryRun ? 'Would remove' : 'Removed'} ${release}: ${files} files${what}.`);
  }
  if (expired.length === 0) terminal.log(`Nothing of ${site} is older than ${days} days.`);
}

const WORK: Readonly<Record<CommandName, Work>> = {
  publish: (store, request, terminal) => publish(store, { ...request, folder: request.second }, terminal),
  list,
  live,
  promote,
  rollback,
  expire,
};

/** What `npm run releases -- previews …` does. @returns the exit code: 0 done, 1 refused, 2 wrong usage */
export const runPreviews = (args: string[], terminal: Terminal): Promise<number> =>
  exitCodeOf(
    async () => {
      const request = readArguments(args);
      if (!request) {
        terminal.log(USAGE);
        return 0;
      }
      const variables = readStorageVariables(process.env);
      const store = await openStorage(request.to ?? variables.PUBLISH_TO, variables);
      try {
        await WORK[request.command](store, request, terminal);
        return 0;
      } finally {
        store.close();
      }
    },
    USAGE,
    terminal,
  );
