import * as v from 'valibot';

/**
 * Traces. Names starting with OTEL_ are standard variables of OpenTelemetry; those that only its exporter reads are not
 * listed.
 */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:https?:\/\/\S+)?$/, 'an address that starts with "http://" or "https://", or nothing'),
      v.description(
        'Collector that traces are sent to, by OTLP over HTTP as JSON, e.g. "http://127.0.0.1:4318"; without it nothing is traced. OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION and _CERTIFICATE are read too',
      ),
    ),
    '',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:https?:\/\/\S+)?$/, 'an address that starts with "http://" or "https://", or nothing'),
      v.description('Full address for traces, in place of OTEL_EXPORTER_OTLP_ENDPOINT'),
    ),
    '',
  ),
  OTEL_SDK_DISABLED: v.optional(
    v.pipe(
      v.string(),
      v.description('"true" traces nothing'),
      v.transform((text) => text.toLowerCase() === 'true'),
    ),
    'false',
  ),
  OTEL_SERVICE_NAME: v.optional(
    v.pipe(v.string(), v.description('Name of this service in traces; "forecourt" by default')),
    '',
  ),
  OTEL_RESOURCE_ATTRIBUTES: v.optional(
    v.pipe(
      v.string(),
      v.description('Further attributes of all spans, e.g. "deployment.environment.name=production"'),
    ),
    '',
  ),
  OTEL_TRACES_SAMPLER: v.optional(
    v.pipe(
      v.picklist([
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ]),
      v.description('Which requests are traced'),
    ),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:0?\.\d+|0|1(?:\.0+)?)$/, 'a share from 0 to 1, e.g. 0.1'),
      v.description('Share of requests that a sampler by ratio traces, 0 to 1'),
      v.transform(Number),
    ),
    '1',
  ),
};

const TracingVariablesSchema = v.object(TRACING_VARIABLES);
export type TracingVariables = v.InferOutput<typeof TracingVariablesSchema>;
