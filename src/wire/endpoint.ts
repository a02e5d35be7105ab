import type * as v from 'valibot';

/** One address of the server, as listed in src/wire/REFERENCE.md. */
export type Endpoint = {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  request?: v.GenericSchema;
  /** The accepted body, as JSON. */
  sample?: Readonly<Record<string, unknown>>;
  response?: v.GenericSchema;
  /** What each status means. */
  statuses: Readonly<Record<number, string>>;
};
