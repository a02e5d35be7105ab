import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { WrittenPages } from './page-writer.ts';

enableCompileCache('.astro/cache/code');
const { createPageWriter } = await import('./page-writer.ts');
const { previewed } = await import('./preview-dealer.ts');
const { openPreviewServices } = await import('./preview-dealer.ts');
const { loadPages } = await import('#src/publishing/page-bundle.ts');

export type PreviewThreadData = {
  /** As in its file, with picture widths. */
  dealer: DealerConfig;
  /** Module that renders the pages. */
  entry: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Render time, ISO 8601. */
  at: string;
  planned: readonly string[];
  release: string;
  madeOn: string;
  base: string;
  folder: string;
};

/** Paths of pages, or the files that nothing links to. */
export type PageTask = readonly string[] | 'others';
/** Messages to a thread: first the site, then tasks. */
export type ThreadMessage = { site: PreviewThreadData } | { task: PageTask };
/** Response to each task. */
export type PageTaskResult = { written: WrittenPages } | { failure: ThreadFailure };
/** Error details: structured clone would lose its code and may fail on other properties. */
type ThreadFailure = { message: string; stack?: string | undefined; [code: string]: unknown };

async function open({ entry, environment, at, ...site }: PreviewThreadData) {
  const shown = previewed(site.dealer);
  const services = await openPreviewServices(environment, shown, at);
  return createPageWriter({ ...site, shown, services, renderPage: await loadPages(entry) });
}

const { promise: site, resolve: setSite } = Promise.withResolvers<PreviewThreadData>();
// Opened by the first task, which reports errors.
let opened: ReturnType<typeof open> | undefined;

function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const codes = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return { ...Object.fromEntries(codes), name: error.name, message: error.message, stack: error.stack };
}

async function write(task: PageTask): Promise<PageTaskResult> {
  try {
    opened ??= site.then(open);
    const writer = await opened;
    return { written: await (task === 'others' ? writer.writeOthers() : writer.writePages(task)) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

parentPort?.on('message', async (message: ThreadMessage) => {
  if ('site' in message) setSite(message.site);
  else parentPort?.postMessage(await write(message.task));
});
