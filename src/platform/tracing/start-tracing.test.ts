import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Prints the packages that a process loads which opens what `serve` does. */
const PROGRAM = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ resolve(specifier, context, next) { loaded.add(specifier); return next(specifier, context); } });
const { startTracing } = await import('./src/platform/tracing/start-tracing.ts');
const { readEnvironment } = await import('./src/config/environment.ts');
const stop = await startTracing(readEnvironment(process.env));
console.log(JSON.stringify([...loaded].filter((name) => name.startsWith('@opentelemetry/'))));
await stop();
process.exit();
`;

const packagesWith = (variables: Record<string, string>): string[] => {
  const env = { PATH: process.env.PATH, SITE_SECRET: 'x'.repeat(32), ...variables };
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { env });
  return JSON.parse(output.toString()) as string[];
};

it('PLAT-70 nothing of OpenTelemetry is loaded without a collector', () => {
  expect(packagesWith({})).toEqual([]);
  expect(packagesWith({ OTEL_SERVICE_NAME: 'forecourt', OTEL_TRACES_SAMPLER: 'always_on' })).toEqual([]);
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  expect(packagesWith({ ...collector, OTEL_SDK_DISABLED: 'true' })).toEqual([]);
  expect(packagesWith(collector)).toContain('@opentelemetry/sdk-trace');
});
