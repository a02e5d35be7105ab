import { execFile } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM_FLAGS } from '../programs/chromium.ts';
import manifest from './lighthouse/package.json' with { type: 'json' };

const run = promisify(execFile);
const KB = 1000;
/** A package of its own, so that who measures no page installs none of its 170 MB. */
const PACKAGE = join(import.meta.dirname, 'lighthouse');
const INSTALLED = resolve('.astro', `lighthouse-${manifest.dependencies.lighthouse}`);
const PROGRAM = join(INSTALLED, 'node_modules/lighthouse/cli/index.js');
const LARGEST_REPORT = 2 ** 26;

/** Figures of one run: scores to 100, times in ms, weights in KB on the wire. */
export type LighthouseRun = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  totalKb: number;
  imageKb: number;
  requests: number;
  failedRequests: number;
  fails: string[];
};

type NetworkRequest = {
  resourceType?: string;
  transferSize?: number;
  statusCode?: number;
  protocol?: string;
};

/** What is read of a report. */
type Report = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { items?: NetworkRequest[] } }
  >;
};

async function report(url: string, chromePath: string): Promise<Report> {
  if (!existsSync(PROGRAM)) {
    cpSync(PACKAGE, INSTALLED, { recursive: true });
    await run('npm', ['ci', '--prefix', INSTALLED]);
  }
  const options = [
    '--quiet',
    '--output=json',
    '--only-categories=performance,accessibility,best-practices,seo',
    `--chrome-flags=${CHROMIUM_FLAGS.map((flag) => flag.replace(/=(.*)/, '="$1"')).join(' ')}`,
  ];
  const env = { ...process.env, CHROME_PATH: chromePath };
  const { stdout } = await run(process.execPath, [PROGRAM, url, ...options], {
    env,
    maxBuffer: LARGEST_REPORT,
  });
  return JSON.parse(stdout) as Report;
}

/** One mobile run with simulated throttling in a browser of its own. @throws Error where nothing could be measured */
export async function lighthouseRun(url: string, chromePath: string): Promise<LighthouseRun> {
  const { runtimeError, categories, audits } = await report(url, chromePath);
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const items = audits['network-requests']?.details?.items ?? [];
  const requests = items.filter(({ protocol }) => protocol?.startsWith('h'));
  const weight = (of: readonly NetworkRequest[]) =>
    of.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / KB;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    totalKb: weight(requests),
    imageKb: weight(requests.filter(({ resourceType }) => resourceType === 'Image')),
    requests: requests.length,
    failedRequests: requests.filter(({ statusCode = 0 }) => statusCode < 0 || statusCode >= 400).length,
    fails: ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
        .map(({ id }) => id),
    ),
  };
}
