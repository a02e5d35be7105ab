import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import {
  CDN_VARIABLES,
  DATABASE_VARIABLES,
  LeadLimitsSchema,
  OPERATOR_VARIABLES,
  STOP_VARIABLES,
  STORAGE_VARIABLES,
  type StorageVariables,
  StorageVariablesSchema,
  WAIT_VARIABLES,
} from './environment-variables.ts';
import { expectedBy, isMissingKey } from './schema-description.ts';
import { addEngineKeys, isEngineKey, SEARCH_VARIABLES } from './search-variables.ts';
import {
  BROKER_VARIABLES,
  PAYMENT_VARIABLES,
  SMS_VARIABLES,
  VEHICLE_SERVICE_VARIABLES,
} from './service-variables.ts';

export { SIMULATED } from './service-variables.ts';

/** Whether a text is an IP address or a network such as "10.0.0.0/8". */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (prefix === undefined) return bits > 0;
  return more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
};

const PortSchema = v.pipe(
  v.string(),
  v.description('Port of the web server; 0 picks a free one'),
  v.regex(/^\d{1,5}$/, 'a port number, 0 to 65535; 0 picks a free one'),
  v.transform(Number),
  v.maxValue(65535, 'a port number, 0 to 65535; 0 picks a free one'),
);

/** Comma-separated; an empty text is an empty list. */
const listOf = (text: string): string[] => text.split(',').flatMap((entry) => entry.trim() || []);

/** Comma-separated `host:port` or `[::1]:port`; "*" matches any port. An empty text is an empty list. */
const HOST_LIST = /^(?:\s*(?:[\w.-]+|\[[\da-f:.]+\]):(?:\d{1,5}|\*)\s*(?:,|$))*$/i;

const hostList = (description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(description),
      v.regex(HOST_LIST, 'hosts with their ports, separated by commas, e.g. "pictures.internal:8080"'),
      v.transform((text) => listOf(text.toLowerCase())),
    ),
    '',
  );

/** Above this, AVIF takes seconds and saves little. */
export const DEFAULT_AVIF_EFFORT = 3;

/** CFG-23: environment variables of the process. Secrets of dealers are looked up by name, see `secretNamed`. */
export const EnvironmentSchema = v.object({
  DATA_DIR: v.optional(v.pipe(v.string(), v.description('Database, image cache and search data')), '.data'),
  ...DATABASE_VARIABLES,
  PORT: v.optional(PortSchema, '4321'),
  HOST: v.optional(v.pipe(v.string(), v.description('Address to listen on')), '127.0.0.1'),
  ...SEARCH_VARIABLES,
  ...WAIT_VARIABLES,
  ...STOP_VARIABLES,
  PAGE_CACHE_MB: v.optional(
    v.pipe(
      v.string(),
      v.description('Memory for cached pages and searches, MB'),
      v.regex(/^[1-9]\d{0,4}$/, 'a whole number of megabytes, 1 to 99999'),
      v.transform(Number),
    ),
    '64',
  ),
  SITE_SECRET: v.pipe(
    v.string(),
    v.minLength(32, 'a random text of at least 32 characters'),
    v.description(
      'Random text of at least 32 characters that signs form keys. After a change, forms already open lose their double-submit protection',
    ),
  ),
  IMAGE_CACHE_MB: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Disk space for resized pictures, and with STORAGE_URL for originals, MB; the least used are removed first',
      ),
      v.regex(/^[1-9]\d{1,6}$/, 'a whole number of megabytes from 10, e.g. 1000'),
      v.transform(Number),
    ),
    '1000',
  ),
  RELEASE_CACHE_MB: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'With STORAGE_URL: disk space for pages of published sites, MB; those asked for longest ago are removed first, and fetched again when asked for',
      ),
      v.regex(/^[1-9]\d{0,6}$/, 'a whole number of megabytes, e.g. 20000'),
      v.transform(Number),
    ),
    '20000',
  ),
  AVIF_EFFORT: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'How hard AVIF pictures are compressed, 0 to 9: more takes seconds and saves little; 0 takes a fifth of the time for a fifth more bytes. A build makes a site’s own pictures with the least effort at 0',
      ),
      v.regex(/^\d$/, 'a whole number, 0 to 9'),
      v.transform(Number),
    ),
    String(DEFAULT_AVIF_EFFORT),
  ),
  PICTURE_HOSTS: hostList(
    'Further hosts for pictures alone, as FEED_HOSTS: "host:port", separated by commas. All other hosts must be public and use port 80 or 443',
  ),
  FEED_HOSTS: hostList(
    'Hosts inside your own network, this machine included, or on other ports, that dealer files and feeds may name: for stock feeds, pictures, leads by HTTP and search engines. "host:port", separated by commas; "127.0.0.1:*" is any port. All other hosts must be public and use port 443, or for stock feeds and deliveries by SFTP and FTP the ports 22, 21 and 990',
  ),
  FEED_FOLDERS: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Folders that "stock.feed.file" and "stock.feed.folder" of dealer files may lie in, apart from the dealers folder and DATA_DIR: absolute paths, separated by commas',
      ),
      v.transform(listOf),
      v.check((folders) => folders.every(isAbsolute), 'absolute paths of folders, separated by commas'),
    ),
    '',
  ),
  DEALER_VARIABLES: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Environment variables that dealer files may name as secrets, apart from those that begin with "DEALER_": names, separated by commas',
      ),
      v.transform(listOf),
      v.check(
        (names) => names.every((name) => !isOwnVariable(name)),
        'names of variables that Forecourt does not read itself, separated by commas',
      ),
    ),
    '',
  ),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Proxies whose X-Forwarded-For header is trusted: addresses or networks, separated by commas. Without any the header is ignored',
      ),
      v.transform(listOf),
      v.check(
        (networks) => networks.every(isNetwork),
        'addresses or networks, separated by commas, e.g. "10.0.0.0/8, 2001:db8::/32"',
      ),
    ),
    '',
  ),
  TURNSTILE_URL: v.optional(
    v.pipe(
      v.string(),
      v.url('the address that verifies tokens'),
      v.description('Where tokens of Turnstile are verified'),
    ),
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  ),
  LEAD_LIMITS: v.optional(LeadLimitsSchema, 'address=20/200 phone=10 site=200/5000'),
  DELIVER_LEADS: v.optional(
    v.pipe(
      v.picklist(['yes', 'no']),
      v.description(
        '"no" if `npm run worker` delivers leads and reads stock feeds, so that `serve` only serves shoppers',
      ),
    ),
    'yes',
  ),
  OPS_EMAIL: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Addresses that are e-mailed when leads of any dealer wait too long, are given up or are held, or its stock feed fails or shrinks, separated by commas',
      ),
      v.transform(listOf),
      v.check(
        (addresses) => addresses.every((address) => v.is(v.pipe(v.string(), v.email()), address)),
        'e-mail addresses, separated by commas',
      ),
    ),
    '',
  ),
  OPS_WEBHOOK: v.optional(
    v.pipe(
      v.string(),
      v.url('a full address'),
      v.description(
        'Address that alarms are posted to when leads of any dealer wait too long, are given up or are held, or its stock feed fails or shrinks: JSON with a `text`, which chat tools show',
      ),
    ),
  ),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.url('the address of a mail server'),
      v.regex(/^smtps?:\/\//, 'the address of a mail server, e.g. "smtps://user:password@mail.example.com"'),
      v.description(
        'Mail server for leads and acknowledgements by e-mail, with user and password: "smtps://…", or "smtp://…", which must change to TLS except on this machine',
      ),
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.email('an e-mail address'), v.description('Address that e-mails are sent from')),
  ),
  ...VEHICLE_SERVICE_VARIABLES,
  ...SMS_VARIABLES,
  ...BROKER_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...STORAGE_VARIABLES,
  ...CDN_VARIABLES,
  BEHIND_TLS: v.optional(
    v.pipe(
      v.picklist(['yes', 'no']),
      v.description('"yes" if shoppers reach the server over https; sends Strict-Transport-Security'),
    ),
    'no',
  ),
  ...OPERATOR_VARIABLES,
});

export type Environment = v.InferOutput<typeof EnvironmentSchema>;

const DatabaseLocationSchema = v.pick(EnvironmentSchema, ['DATA_DIR', 'DATABASE_URL']);
export type DatabaseLocation = v.InferOutput<typeof DatabaseLocationSchema>;

/** Where feed files may be located, besides the dealers folder. */
const FeedLocationsSchema = v.pick(EnvironmentSchema, ['DATA_DIR', 'FEED_FOLDERS']);
export type FeedLocations = v.InferOutput<typeof FeedLocationsSchema>;

/** Variables used by `npm run status`. */
const StatusEnvironmentSchema = v.pick(EnvironmentSchema, [
  'DATA_DIR',
  'DATABASE_URL',
  'HOST',
  'PORT',
  'MEILI_HOST',
  'MEILI_KEY',
  'MEILI_SEARCH_KEY',
  'MEILI_INDEX',
  'MEILI_ENGINES',
  'FEED_HOSTS',
  'CDN',
  'HEALTH_TOKEN',
  'KUBERNETES_SERVICE_HOST',
]);
export type StatusEnvironment = v.InferOutput<typeof StatusEnvironmentSchema>;

/** Variables of `npm run stock -- engines keys`, before there are keys. */
const EngineAddressesSchema = v.pick(EnvironmentSchema, [
  'MEILI_HOST',
  'MEILI_MASTER_KEY',
  'MEILI_INDEX',
  'MEILI_ENGINES',
]);

type Variables = Record<string, string | undefined>;

/** Set to nothing, as lines of an example that are not filled in, these count as not set. */
const WITHOUT_DEFAULT = Object.entries(EnvironmentSchema.entries).flatMap(([name, schema]) =>
  v.getDefault(schema) === undefined ? [name] : [],
);

function readVariables<
  T extends
    | typeof EnvironmentSchema
    | typeof DatabaseLocationSchema
    | typeof FeedLocationsSchema
    | typeof StatusEnvironmentSchema
    | typeof StorageVariablesSchema
    | typeof EngineAddressesSchema,
>(schema: T, from: Variables): v.InferOutput<T> {
  const set = Object.entries(from).filter(([name, value]) => value !== '' || !WITHOUT_DEFAULT.includes(name));
  const parsed = v.safeParse(schema, Object.fromEntries(set));
  if (parsed.success) {
    const problems = 'MEILI_KEY' in parsed.output ? addEngineKeys(parsed.output, from) : [];
    if (problems.length > 0) throw incomplete(problems);
    return parsed.output;
  }
  const lines = parsed.issues.map((issue) => {
    const name = String(issue.path?.[0]?.key ?? '');
    const expected = expectedBy(issue, EnvironmentSchema);
    // The description of a missing variable starts with a capital in the reference.
    return isMissingKey(issue)
      ? `  ${name} is not set: it takes ${expected.charAt(0).toLowerCase()}${expected.slice(1)}`
      : `  ${name}: expected ${expected}`;
  });
  throw incomplete(lines);
}

const incomplete = (lines: readonly string[]): Error =>
  new Error(`The environment is not complete:\n${lines.join('\n')}`);

/** @throws Error listing all invalid variables and what was expected, without values, since some are secrets */
export const readEnvironment = (from: Variables): Environment => readVariables(EnvironmentSchema, from);

/** For commands that only need the database. @throws like `readEnvironment` */
export const readDatabaseLocation = (from: Variables): DatabaseLocation =>
  readVariables(DatabaseLocationSchema, from);

/** For commands that only read dealer files. @throws like `readEnvironment` */
export const readFeedLocations = (from: Variables): FeedLocations => readVariables(FeedLocationsSchema, from);

/**
 * For `npm run status` and `scripts/meilisearch.ts`, which need no secrets of the sites.
 * @throws like `readEnvironment`
 */
export const readStatusEnvironment = (from: Variables): StatusEnvironment =>
  readVariables(StatusEnvironmentSchema, from);

/** For the command that creates the keys of engines. @throws like `readEnvironment` */
export const readEngineAddresses = (from: Variables): v.InferOutput<typeof EngineAddressesSchema> =>
  readVariables(EngineAddressesSchema, from);

/** For commands that publish to a folder or bucket. @throws like `readEnvironment` */
export const readStorageVariables = (from: Variables): StorageVariables =>
  readVariables(StorageVariablesSchema, from);

/** Variables of the installation itself, which dealer files must not name. */
const isOwnVariable = (name: string): boolean =>
  Object.hasOwn(EnvironmentSchema.entries, name) || isEngineKey(name);

/** Secrets of dealers, or keys that are sent to browsers anyway. */
const FOR_DEALERS = /^DEALER_|_BROWSER_KEY$/;

/** CFG-23: whether a dealer file may name this variable. */
export const isDealerVariable = (name: string, from: Variables = process.env): boolean =>
  !isOwnVariable(name) &&
  (FOR_DEALERS.test(name) || listOf(from.DEALER_VARIABLES ?? '').includes(name.replace(/_NEXT$/, '')));

/** The value of a named secret; undefined if it is not set or dealers may not name it. */
export const secretNamed = (name: string, from: Variables = process.env): string | undefined =>
  (isDealerVariable(name, from) && from[name]) || undefined;
