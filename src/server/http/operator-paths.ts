/** Addresses for operators, on every host; no page of a site begins like these. */
export const OPERATOR_PREFIX = '/-/';
export const STATUS_PATH = '/-/status';
export const METRICS_PATH = '/-/metrics';

export const isOperatorPath = (pathname: string): boolean =>
  pathname === STATUS_PATH || pathname === METRICS_PATH;
