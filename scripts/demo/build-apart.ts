import { fork } from 'node:child_process';
import { plainMessage } from '#src/platform/text/plain-reason.ts';
import { buildSites } from '#src/publishing/build/build-sites.ts';
import { failureText } from '#src/publishing/build/failed-site.ts';

type BuildOptions = Parameters<typeof buildSites>[0];

/** What a build reports, or why there is none. */
type BuildReport = { lines: string[] } | { error: string };

/**
 * Builds in a process of its own, while this one goes on: Astro's compiler would leave half a gigabyte behind.
 * @returns lines about it
 * @throws Error with the reason
 */
export async function buildApart(options: BuildOptions): Promise<string[]> {
  const child = fork(import.meta.filename, [JSON.stringify(options)], { execArgv: [] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const reported = await new Promise<BuildReport>((resolve) => {
    child.once('message', (message) => resolve(message as BuildReport));
    child.once('exit', (code) => resolve({ error: `The build ended with ${code}.` }));
  });
  process.off('exit', end);
  if ('error' in reported) throw new Error(reported.error);
  return reported.lines;
}

async function build(options: BuildOptions): Promise<BuildReport> {
  const { pages, seconds, failed } = await buildSites(options);
  return { lines: [...failed.map(failureText), `built ${pages} pages in ${seconds.toFixed(1)} s`] };
}

if (process.argv[1] === import.meta.filename) {
  // The process that wants the build is gone.
  process.once('disconnect', () => process.exit());
  const reported = await build(JSON.parse(process.argv[2] ?? '') as BuildOptions).catch(
    (error: unknown): BuildReport => ({ error: plainMessage(error) }),
  );
  process.send?.(reported, () => process.exit());
}
