import type { TracingVariables } from '#src/config/environment-tracing.ts';
import { isTracing, setTracer } from './tracing.ts';

/**
 * Starts tracing if a collector is set. Otherwise nothing is loaded.
 * @returns ends tracing, once the last spans are exported or the collector has not responded for two seconds
 */
export async function startTracing(variables: TracingVariables): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = variables;
  if ((all || traces) === '' || variables.OTEL_SDK_DISABLED || isTracing()) return async () => undefined;
  const { openExport } = await import('./open-telemetry.ts');
  const { start, end } = openExport(variables);
  setTracer(start);
  return () => {
    setTracer(undefined);
    return end();
  };
}
