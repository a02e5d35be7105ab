import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { WrittenPages } from './page-writer.ts';

enableCompileCache('.astro/cache/code');
const { createPageWriter } = await import('./page-writer.ts');
const { previewed } = await import('./preview-dealer.ts');
const { openPreviewServices } = await import('./preview-dealer.ts');
const { loadPages } = await import('#src/publishing/page-bundle.ts');

/** What a thread renders pages of. */
export type PreviewThreadData = {
  /** As its file has it, with the widths of its pictures. */
  dealer: DealerConfig;
  /** Module that renders the pages. */
  entry: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** When the pages are rendered, an ISO instant. */
  at: string;
  planned: readonly string[];
  release: string;
  madeOn: string;
  base: string;
  folder: string;
};

/** Paths of pages, or the files that no page links to. */
export type PageTask = readonly string[] | 'others';
/** What a thread is sent: once what it renders pages of, then its tasks. */
export type ThreadMessage = { site: PreviewThreadData } | { task: PageTask };
/** What a thread sends back for each task. */
export type PageTaskResult = { written: WrittenPages } | { failure: ThreadFailure };
/** An error on its way to another thread, which would lose its code and could refuse what else it has. */
export type ThreadFailure = { message: string; stack?: string | undefined; [code: string]: unknown };

async function open({ entry, environment, at, ...site }: PreviewThreadData) {
  const shown = previewed(site.dealer);
  const services = await openPreviewServices(environment, shown, at);
  return createPageWriter({ ...site, shown, services, renderPage: await loadPages(entry) });
}

const { promise: site, resolve: setSite } = Promise.withResolvers<PreviewThreadData>();
// By the first task, which fails with it.
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
