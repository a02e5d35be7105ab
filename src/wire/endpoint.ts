import type * as v from 'valibot';

/** One address of the server, as src/wire/REFERENCE.md tells it. */
export type Endpoint = {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  request?: v.GenericSchema;
  /** A body that is taken, as JSON. */
  sample?: Readonly<Record<string, unknown>>;
  response?: v.GenericSchema;
  /** What each status means. */
  statuses: Readonly<Record<number, string>>;
};
