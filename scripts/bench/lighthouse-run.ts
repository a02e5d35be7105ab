import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS } from '../programs/chromium.ts';

const KB = 1000;

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

/** One mobile run with simulated throttling in a browser of its own. @throws Error where nothing could be measured */
export async function lighthouseRun(url: string, chromePath: string): Promise<LighthouseRun> {
  const chrome = await launch({ chromePath, chromeFlags: CHROMIUM_FLAGS, logLevel: 'silent' });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    const { details } = audits['network-requests'] ?? {};
    const items = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
    const requests = (items as NetworkRequest[]).filter(({ protocol }) => protocol?.startsWith('h'));
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
  } finally {
    chrome.kill();
  }
}
