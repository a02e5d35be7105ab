import * as v from 'valibot';
import type { Endpoint } from '#src/platform/http/endpoint.ts';

export const HealthSchema = v.strictObject({
  status: v.pipe(
    v.picklist(['ok', 'degraded', 'failing']),
    v.description(
      'failing: a lead could not be stored. degraded: shoppers are served, but a dealer is missing, the search engine is unavailable or another program has locked the database. Without the token the response holds only "ok" or "failing"',
    ),
  ),
  database: v.pipe(
    v.strictObject({
      engine: v.pipe(v.picklist(['sqlite', 'postgres']), v.description('Kind of database')),
      write: v.pipe(
        v.picklist(['ok', 'locked', 'failed']),
        v.description('Result of a test write to the disk; locked: another program is writing'),
      ),
      reason: v.pipe(
        v.nullable(v.string()),
        v.description('Why it failed, such as a full disk, or a database file that was deleted or replaced'),
      ),
    }),
    v.description('The database, and a write to it'),
  ),
  search: v.pipe(v.picklist(['engine', 'database']), v.description('Source of search results')),
  searchesDiverted: v.pipe(
    v.number(),
    v.description('Searches the engine has failed to answer since the start'),
  ),
  dealers: v.pipe(
    v.strictObject({
      served: v.pipe(v.number(), v.description('Number of dealers whose sites are served')),
      leftOut: v.pipe(
        v.array(
          v.strictObject({
            slug: v.pipe(v.string(), v.description('Its slug')),
            reason: v.pipe(v.string(), v.description('Why')),
          }),
        ),
        v.description('Published dealers that cannot be served'),
      ),
    }),
    v.description('The dealers of this server'),
  ),
  leads: v.pipe(
    v.nullable(
      v.strictObject({
        pending: v.pipe(v.number(), v.description('Deliveries that wait')),
        dead: v.pipe(v.number(), v.description('Deliveries given up')),
        held: v.pipe(v.number(), v.description('Held on suspicion')),
        oldestPendingSeconds: v.pipe(v.nullable(v.number()), v.description('The longest wait')),
        unavailable: v.pipe(v.number(), v.description('Destinations that are unavailable')),
      }),
    ),
    v.description('Lead delivery status of all dealers; null if the database doesn’t respond'),
  ),
  imports: v.pipe(
    v.nullable(
      v.array(
        v.strictObject({
          dealer: v.pipe(v.string(), v.description('Its slug')),
          finishedAt: v.pipe(v.string(), v.description('When its last import ended')),
        }),
      ),
    ),
    v.description('Null if the database doesn’t respond'),
  ),
});

const ACCESS = 'With `Authorization: Bearer <HEALTH_TOKEN>`, on any host';
const STATUSES = {
  401: '`wrong_token`: not the HEALTH_TOKEN; a browser gets a form for it',
  404: 'HEALTH_TOKEN is not set on this server',
  429: '`too_many_tokens`: ten wrong tokens of one client network within ten minutes',
};

export const OPERATOR_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/-/status',
    summary: `How everything is, red first, each trouble with the command that fixes it. ${ACCESS}, or with the cookie that the form on the page gives a browser for an hour. The same as JSON with \`Accept: application/json\`. \`npm run status\` prints it.`,
    statuses: { 200: 'The page, or the JSON', ...STATUSES },
  },
  {
    method: 'GET',
    path: '/-/metrics',
    summary: `Metrics of this process for Prometheus: requests by kind of address, dealer and class of status, their times, cache outcomes, errors, leads, stock and ages by dealer. ${ACCESS}.`,
    statuses: { 200: 'The metrics, as text', ...STATUSES },
  },
];
