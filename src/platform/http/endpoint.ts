import * as v from 'valibot';

/** An endpoint of the server, as listed in src/server/routes/REFERENCE.md. */
export type Endpoint = {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  request?: v.GenericSchema;
  /** An accepted body. */
  sample?: Readonly<Record<string, unknown>>;
  response?: v.GenericSchema;
  /** Meaning of each status. */
  statuses: Readonly<Record<number, string>>;
};

/** Body of every error response: 4xx and 503. */
export const ErrorBodySchema = v.object({
  error: v.pipe(
    v.object({
      code: v.pipe(v.string(), v.description('Stable, for programs')),
      message: v.pipe(v.string(), v.description('For people')),
      fields: v.optional(
        v.pipe(v.record(v.string(), v.string()), v.description('A message by the name of each field')),
      ),
      phone: v.optional(v.pipe(v.string(), v.description('The number to call instead'))),
    }),
    v.description('What is wrong'),
  ),
});

export type ErrorBody = v.InferOutput<typeof ErrorBodySchema>;
type Details = Omit<ErrorBody['error'], 'code' | 'message'>;

export const errorBody = (code: string, message: string, details: Details = {}): ErrorBody => ({
  error: { code, message, ...details },
});

export type Refusal = {
  status: 400 | 403 | 405 | 408 | 413 | 415 | 503;
  code: string;
  message: string;
  /** Accepted methods, for a 405. */
  allow?: string;
};

/** Never cached. */
export const errorResponse = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(errorBody(code, message), { status, headers: { 'Cache-Control': 'no-store', ...headers } });

/** 405 for endpoints that only support GET. */
export const refuseMethodButGet = (): Response =>
  errorResponse(405, 'method_not_allowed', 'This endpoint is read with GET.', { Allow: 'GET' });
