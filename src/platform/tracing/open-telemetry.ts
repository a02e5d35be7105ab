import { setTimeout as wait } from 'node:timers/promises';
import { SpanKind as Kind, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingVariables } from '#src/config/environment-tracing.ts';
import type { Span, SpanKind, SpanStart } from './tracing.ts';

const KINDS: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  internal: Kind.INTERNAL,
};

/** A stop must not wait for a collector that does not respond. */
const LAST_EXPORT_MS = 2000;
const EXPORT_EVERY_MS = 2000;

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingVariables): Sampler {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const [, parent, root = ''] = /^(parentbased_)?(.*)$/.exec(name) ?? [];
  const sampler = (roots[root] ?? (() => new AlwaysOnSampler()))();
  return parent ? new ParentBasedSampler({ root: sampler }) : sampler;
}

/**
 * Exports traces by OTLP over HTTP. The exporter reads address, headers, timeout, compression and certificates from the
 * standard variables; the resource reads its name and attributes from them.
 */
export function openExport(variables: TracingVariables): {
  start(span: SpanStart): Span;
  /** Resolves once the last spans are exported, or the collector has not responded for two seconds. */
  end(): Promise<void>;
} {
  const named = resourceFromAttributes({ 'service.name': 'forecourt' });
  // Neither arguments nor the command line: they may name a dealer's files.
  const detected = detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] });
  const provider = new TracerProvider({
    resource: defaultResource().merge(named).merge(detected),
    sampler: samplerOf(variables),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: EXPORT_EVERY_MS }),
    ],
  });
  const tracer = provider.getTracer('forecourt');

  function start({ name, kind = 'internal', facts = {}, startedAt, parent }: SpanStart): Span {
    const remote = parseTraceParent(parent ?? '');
    const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
    const options = {
      kind: KINDS[kind],
      attributes: facts,
      ...(startedAt !== undefined && { startTime: startedAt }),
    };
    const span = tracer.startSpan(name, options, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const flags = (traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-${flags}`,
      rename: (better) => void span.updateName(better),
      add: (more) => void span.setAttributes(more),
      end(failure) {
        if (failure !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', failure);
        }
        span.end();
      },
    };
  }

  return {
    start,
    async end() {
      const late = wait(LAST_EXPORT_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
