import { spawn } from 'node:child_process';
import type { DatabaseLocation } from '#src/config/environment.ts';
import { endGroup, IN_A_GROUP } from '../../programs/process-group.ts';
import { LEAD_ENVIRONMENT } from './lead-dealer.ts';

export type LeadServer = {
  port: number;
  /** Everything it printed. */
  output(): string;
  isGone(): boolean;
  /** Kills it without warning. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export type LeadSite = { dealersDir: string; dist: string; place: DatabaseLocation };

/** The real server in a separate process. @throws Error with its output if it does not start */
export async function startLeadServer({ dealersDir, dist, place }: LeadSite): Promise<LeadServer> {
  // Astro takes the environment of a test run for its own development mode.
  const { VITEST: _, NODE_ENV: __, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    ['scripts/serve.ts', '--dealers-dir', dealersDir, '--dist', dist, '--new-data'],
    {
      ...IN_A_GROUP,
      env: { ...environment, ...LEAD_ENVIRONMENT, ...place, PORT: '0' },
    },
  );
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const killChild = () => endGroup(child, 'SIGKILL');
  process.once('exit', killChild);
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Serving .* on http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
      if (found) resolve(Number(found));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`The server did not start: ${output}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', killChild);
    endGroup(child, signal);
    await gone;
  };
  return {
    port,
    output: () => output,
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
