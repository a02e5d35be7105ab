import * as v from 'valibot';

/** One address of the server, as src/wire/REFERENCE.md tells it. */
export type Endpoint = {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  request?: v.GenericSchema;
  response?: v.GenericSchema;
  /** What each status means. */
  statuses: Readonly<Record<number, string>>;
};

const HealthSchema = v.strictObject({
  status: v.pipe(v.picklist(['ok', 'failing']), v.description('Whether requests can be served')),
  database: v.pipe(v.boolean(), v.description('Whether the database answers')),
});

/** Every endpoint; one that is missing here is missing in the reference. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/health',
    summary: 'For load balancers. Answers on any host.',
    response: HealthSchema,
    statuses: { 200: 'Requests can be served', 503: 'The database does not answer' },
  },
];

/** What any endpoint may answer before it is reached, see server/http. */
export const COMMON_STATUSES: Readonly<Record<number, string>> = {
  400: '`bad_path`: the address cannot be read',
  403: '`cross_site`: sent from another website',
  405: '`method_not_allowed`: neither GET, HEAD nor POST',
  413: '`body_too_large`: more than 64 KB',
  415: '`unsupported_media_type`: neither JSON nor a URL-encoded form',
  421: 'No site of this host is served here',
};
