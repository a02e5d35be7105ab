import type { Endpoint } from './endpoint.ts';

const ACCESS = 'With `Authorization: Bearer <HEALTH_TOKEN>`, on any host';
const STATUSES = {
  401: '`wrong_token`: not the HEALTH_TOKEN; a browser gets a form for it',
  404: 'HEALTH_TOKEN is not set on this server',
  429: '`too_many_tokens`: ten wrong tokens of one client network within ten minutes',
};

/** What operators see of a process. */
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
