import * as v from 'valibot';
import { TRACING_VARIABLES } from './environment-tracing.ts';

const LEAD_LIMITS = /^address=(\d{1,7})\/(\d{1,7}) phone=(\d{1,7}) site=(\d{1,7})\/(\d{1,7})$/;
const LEAD_LIMITS_HINT =
  'held above and refused above, e.g. "address=20/200 phone=10 site=200/5000"; a refusal never below a hold';

/** FORM-11: number of leads above which a site holds them, and above which it rejects them. */
export const LeadLimitsSchema = v.pipe(
  v.string(),
  v.description(
    'Leads one site takes in ten minutes, by network address, by phone number and in all. Above the first number leads are held for a person to check; above the second they are refused',
  ),
  v.regex(LEAD_LIMITS, LEAD_LIMITS_HINT),
  v.transform((text) => {
    const [addressHold = 0, addressRefuse = 0, phoneHold = 0, siteHold = 0, siteRefuse = 0] = (
      LEAD_LIMITS.exec(text) ?? []
    )
      .slice(1)
      .map(Number);
    return {
      address: { hold: addressHold, refuse: addressRefuse },
      phone: { hold: phoneHold },
      site: { hold: siteHold, refuse: siteRefuse },
    };
  }),
  v.check(
    ({ address, site }) => address.hold <= address.refuse && site.hold <= site.refuse,
    LEAD_LIMITS_HINT,
  ),
);

export const OPERATOR_VARIABLES = {
  HEALTH_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[!-~]{16,})?$/, 'a random text of at least 16 characters without spaces, or nothing'),
      v.description(
        'Random text of at least 16 characters. Sent to /health as "Authorization: Bearer …", it shows the full state; it also opens /-/status and /-/metrics. Without HEALTH_TOKEN none of these is ever shown',
      ),
    ),
    '',
  ),
  ACCESS_LOG: v.optional(
    v.pipe(
      v.picklist(['yes', 'no']),
      v.description(
        '"yes" logs a line for each request: time, request id, dealer, method, route, status, bytes, milliseconds and cache outcome. No client address, no query and no part of an address that may name a person',
      ),
    ),
    'no',
  ),
  HEARTBEAT_FILE: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'File that a process writes every ten seconds while it runs, for probes of orchestrators: that of a worker, which has no port. Leave empty for none',
      ),
    ),
    '',
  ),
  MAP_TILES: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:https?:\/\/[^\s"'<>{}/]+\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})[^\s"'<>]*)?$/,
        'an address with {z}, {x} and {y}, or nothing',
      ),
      v.description(
        'Address of a service’s pictures of the map, with {z}, {x} and {y}, for dealers whose file names no map service: "https://tiles.example/{z}/{x}/{y}.png". Built into pages, so builds need it too. Leave empty for none',
      ),
    ),
    '',
  ),
  MAP_ATTRIBUTION: v.optional(
    v.pipe(
      v.string(),
      v.description('Whose map MAP_TILES are of, shown on each: "© OpenStreetMap contributors"'),
    ),
    '',
  ),
  KUBERNETES_SERVICE_HOST: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Set by Kubernetes in each pod: the status then names commands of kubectl, not of systemd',
      ),
    ),
    '',
  ),
  LOG_LEVEL: v.optional(
    v.pipe(v.picklist(['silent', 'error', 'warn', 'info', 'debug']), v.description('How much is logged')),
    'info',
  ),
  ...TRACING_VARIABLES,
};

/** Where files are stored that all machines share, and previews. Names starting with AWS_ are standard variables of Amazon's tools. */
export const STORAGE_VARIABLES = {
  STORAGE_URL: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Bucket that all machines share, "s3://bucket/path", for releases, pictures, feeds and all other files that outlive a machine; the folders of this machine are then a cache. Leave empty for one machine, whose folders have the files themselves. Needs DATABASE_URL',
      ),
      v.regex(/^(?:s3:\/\/\S+)?$/, 'a bucket, "s3://bucket/path", or nothing'),
    ),
    '',
  ),
  STORAGE_PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Where STORAGE_URL is read without a key, for a CDN that asks the bucket first and then the server: hashed files of the live code are then put there, beside pictures, at the paths they have at the server. Addresses in pages stay those of the site',
      ),
      v.regex(
        /^(?:https?:\/\/\S+[^/\s])?$/,
        'an address that starts with "https://" and has no "/" at its end, or nothing',
      ),
    ),
    '',
  ),
  PUBLISH_TO: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Where `npm run releases -- previews` publishes: a folder that exists, or a bucket and a path in it, "s3://bucket/previews"',
      ),
    ),
    '',
  ),
  AWS_ENDPOINT_URL_S3: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:https?:\/\/\S+)?$/, 'an address that starts with "https://", or nothing'),
      v.description(
        'Address of the S3-compatible store, e.g. "https://<account>.r2.cloudflarestorage.com"; leave empty for Amazon S3',
      ),
    ),
    '',
  ),
  AWS_REGION: v.optional(
    v.pipe(v.string(), v.description('Region of the bucket; other stores often take "auto"')),
    'ap-southeast-2',
  ),
  AWS_ACCESS_KEY_ID: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Key that may list, read, write and delete in the bucket; without it the machine’s role is used',
      ),
    ),
    '',
  ),
  AWS_SECRET_ACCESS_KEY: v.optional(v.pipe(v.string(), v.description('Secret of AWS_ACCESS_KEY_ID')), ''),
  AWS_SESSION_TOKEN: v.optional(
    v.pipe(v.string(), v.description('Token of a temporary AWS_ACCESS_KEY_ID')),
    '',
  ),
};

export const StorageVariablesSchema = v.object(STORAGE_VARIABLES);
export type StorageVariables = v.InferOutput<typeof StorageVariablesSchema>;

/** Each process may open several; Postgres allows 100 in all unless configured otherwise. */
export const DEFAULT_CONNECTIONS = 10;

export const DATABASE_VARIABLES = {
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Postgres database, e.g. postgres://user:password@host:5432/forecourt; leave empty for SQLite in DATA_DIR',
      ),
      v.regex(
        /^(?:postgres(?:ql)?:\/\/\S+)?$/,
        'the address of a Postgres database, postgres://…, or nothing',
      ),
    ),
    '',
  ),
  DATABASE_CONNECTIONS: v.optional(
    v.pipe(
      v.string(),
      v.description('Connections to Postgres that each process opens at most, besides one for notifications'),
      v.regex(/^(?:[2-9]|[1-9]\d{1,2})$/, 'a whole number, 2 to 999'),
      v.transform(Number),
    ),
    String(DEFAULT_CONNECTIONS),
  ),
};

const milliseconds = (what: string, byDefault: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(what),
      v.regex(/^[1-9]\d{2,5}$/, 'a whole number of milliseconds, 100 to 999999'),
      v.transform(Number),
    ),
    String(byDefault),
  );

/** From a stop signal until a process that serves or works has ended. Service managers have to wait longer. */
export const LONGEST_STOP_MS = 30_000;
/** Open requests need the rest. */
const LONGEST_ANNOUNCE_MS = 15_000;
const isAnnounceTime = `a whole number of milliseconds, 0 to ${LONGEST_ANNOUNCE_MS}`;

/** How a server stops. */
export const STOP_VARIABLES = {
  // A server that a person has started by hand has no proxy that would look elsewhere, and should end at once.
  DRAIN_ANNOUNCE_MS: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'How long a server still accepts connections after a stop signal, in milliseconds, while `/health/ready` responds 503: as long as the proxy in front needs to notice. 0 for a server without one',
      ),
      v.regex(/^\d{1,5}$/, isAnnounceTime),
      v.transform(Number),
      v.maxValue(LONGEST_ANNOUNCE_MS, isAnnounceTime),
    ),
    '0',
  ),
};

/** Timeouts for what a page depends on; increase them for slow machines or a distant search engine. */
export const WAIT_VARIABLES = {
  // Twice the engine's own cut-off, plus network latency.
  SEARCH_TIMEOUT_MS: milliseconds(
    'How long a search waits for Meilisearch, in milliseconds; after that the database responds',
    700,
  ),
  PAGE_TIMEOUT_MS: milliseconds(
    'How long a page of stock or a search may take, in milliseconds; after that it fails, and the next request tries again',
    8000,
  ),
};

/** PLAT-60: the CDN in front of all sites. */
export const CDN_VARIABLES = {
  CDN: v.optional(
    v.pipe(
      v.picklist(['none', 'fastly', 'cloudflare'], '"none", "fastly" or "cloudflare"'),
      v.description(
        'CDN in front of `serve`, which then says in its headers how long each response may be held, and by which tags it is purged',
      ),
    ),
    'none',
  ),
  CDN_IDS: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Service of Fastly or zone of Cloudflare, or several, separated by commas: each is purged when stock changes or a site is published. Without it pages are held for seconds only',
      ),
      v.transform((text) => text.split(',').flatMap((id) => id.trim() || [])),
    ),
    '',
  ),
  CDN_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[!-~]*$/, 'a token without spaces, or nothing'),
      v.description('Token that may purge CDN_IDS: "purge_select" of Fastly, "Cache Purge" of Cloudflare'),
    ),
    '',
  ),
  CDN_API: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:https?:\/\/\S+)?$/, 'an address that starts with "https://", or nothing'),
      v.description('Address of the CDN’s API, if it is not the vendor’s own'),
    ),
    '',
  ),
};
