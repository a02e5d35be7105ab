import { createServer, request } from 'node:http';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { DemoStack } from '../demo/demo-stack.ts';
import { stackFolder, startSeparateStack } from '../demo/separate-stack.ts';
import { launchChromium } from '../programs/chromium.ts';
import { type RunningMeilisearch, startMeilisearch } from '../programs/meilisearch-program.ts';

const BENCH_DATA = stackFolder('bench');

/** A built and imported demo with its search engine running, to be served by a separate process. */
export type PreparedDemo = {
  dealers: readonly DealerConfig[];
  meilisearch: RunningMeilisearch;
  dealersDir: string;
  dist: string;
  env: Record<string, string>;
};

/**
 * Makes and imports the demo, builds its sites, and leaves the engine running.
 * @param use is called while the demo is served, with its search engine behind `engineHost`
 */
export async function prepareDemo<T>(
  use: (stack: Awaited<ReturnType<typeof startSeparateStack>>) => Promise<T>,
  through: (engineHost: string) => Promise<{ host: string; stop(): Promise<void> }> = async (host) => ({
    host,
    stop: async () => {},
  }),
): Promise<PreparedDemo & { used: T }> {
  const meilisearch = await startMeilisearch(join(BENCH_DATA, 'meilisearch'));
  const proxy = await through(meilisearch.host);
  process.env.MEILI_HOST = proxy.host;
  process.env.MEILI_KEY = meilisearch.key;
  try {
    const stack = await startSeparateStack('bench');
    try {
      const used = await use(stack);
      return {
        used,
        dealers: stack.dealers,
        meilisearch,
        dealersDir: join(BENCH_DATA, 'dealers'),
        dist: join(BENCH_DATA, 'dist'),
        env: {
          DATA_DIR: BENCH_DATA,
          MEILI_HOST: meilisearch.host,
          MEILI_KEY: meilisearch.key,
          SITE_SECRET: stack.services.env.SITE_SECRET,
          LOG_LEVEL: 'silent',
        },
      };
    } finally {
      await stack.stop();
    }
  } catch (error) {
    await meilisearch.stop();
    throw error;
  } finally {
    await proxy.stop();
    delete process.env.MEILI_HOST;
    delete process.env.MEILI_KEY;
  }
}

type RecordingProxy = {
  host: string;
  /** Bodies of the multi-searches that have passed since the last call. */
  takeRecorded(): string[];
  stop(): Promise<void>;
};

/**
 * A proxy before Meilisearch that records the multi-searches of the endpoint, so that they can be repeated directly.
 */
async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const recorded: string[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      if (req.url?.startsWith('/multi-search')) recorded.push(body.toString());
      const { host: _host, 'transfer-encoding': _chunked, ...headers } = req.headers;
      const onward = request(
        new URL(req.url ?? '/', target),
        { method: req.method, headers: { ...headers, 'content-length': body.length } },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
        },
      );
      onward.on('error', () => res.writeHead(502).end());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    host: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    takeRecorded: () => recorded.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type RecordedSearch = {
  /** Body the browser sent to /api/search. */
  sent: string;
  /** Body of the multi-search it caused, the last that it made. */
  caused: string;
};

const LONGEST_MS = 15_000;

/** Uses the search page like a shopper and records the requests on both sides of the endpoint. */
async function recordSearches(
  stack: DemoStack,
  dealer: string,
  proxy: RecordingProxy,
): Promise<RecordedSearch[]> {
  const browser = await launchChromium();
  const recorded: RecordedSearch[] = [];
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/search')) sent.push(request.postData() ?? '');
    });
    await page.goto(`http://${dealer}.localhost:${stack.port}/search/new-used-and-demo-cars`);
    const box = page.locator('main input[name="query"]').last();
    await box.focus();
    await page.waitForSelector('astro-island:not([ssr])', { state: 'attached' });
    for (const query of ['toyota', 'suv', 'hilux sr5', 'white', 'mazda 3', 'automatic', 'diesel', '']) {
      proxy.takeRecorded();
      sent.length = 0;
      const response = page.waitForResponse('**/api/search', { timeout: LONGEST_MS });
      await box.fill(query);
      // Words that cause no search are not recorded.
      await response.catch(() => undefined);
      const caused = proxy.takeRecorded().at(-1);
      const [only, ...more] = sent;
      if (only !== undefined && more.length === 0 && caused !== undefined)
        recorded.push({ sent: only, caused });
    }
  } finally {
    await browser.close();
  }
  if (recorded.length < 3) throw new Error(`Only ${recorded.length} searches could be recorded.`);
  return recorded;
}

const DEALER = 'riverbend';

export type RecordedStack = PreparedDemo & { dealer: string; searches: RecordedSearch[] };

/** By the first bench of a run: a shopper's searches are the same for all. */
let known: RecordedSearch[] | undefined;

/**
 * Runs the demo behind a recording proxy, uses its search page in a browser unless that has been recorded, and leaves
 * the engine running.
 */
export async function recordedStack(): Promise<RecordedStack> {
  let recorder: RecordingProxy | undefined;
  const { used: searches, ...demo } = await prepareDemo(
    async (stack) => {
      if (!recorder) throw new Error('The recording proxy did not start.');
      known ??= await recordSearches(stack, DEALER, recorder);
      return known;
    },
    async (engineHost) => {
      recorder = await startRecordingProxy(engineHost);
      return recorder;
    },
  );
  return { ...demo, dealer: DEALER, searches };
}
