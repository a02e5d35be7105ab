import { Piscina } from 'piscina';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { DatabaseLocation } from '#src/config/environment.ts';
import type { OutboundFeed } from '#src/config/sections/stock/feed-deliveries.ts';
import type { vehiclePdf } from '#src/features/vehicle/server/pdf/vehicle-pdf.ts';

export type VehiclePdfTask = Omit<Parameters<typeof vehiclePdf>[0], 'photo'> & {
  /** JPEG. */
  photo: Uint8Array | undefined;
};
type StockTask = { dealer: DealerConfig; at: Date };
export type OutboundFeedTask = StockTask & { feed: OutboundFeed };
export type CarSitemapTask = StockTask & {
  /** Origin of the dealer's canonical URLs. */
  origin: string;
  /** Number of a part; undefined for the whole sitemap or its index. */
  part: number | undefined;
};

/** Runs work that takes longer than rendering a page outside the main thread. */
export type DocumentThreads = {
  vehiclePdf(task: VehiclePdfTask): Promise<Uint8Array>;
  outboundFeed(task: OutboundFeedTask): Promise<string>;
  /** Resolves to undefined for a part that does not exist. */
  carSitemap(task: CarSitemapTask): Promise<string | undefined>;
  close(): Promise<void>;
};

const IDLE_MS = 60_000;
/** Enough for 100,000 vehicles; a thread that exceeds it ends without affecting the process. */
const STOCK_MEMORY_MB = 512;
const PDF_MEMORY_MB = 128;
/** A thread makes one document after the other. */
const DATABASE_CONNECTIONS = 2;

/**
 * Threads start with their first task and end when idle. Vehicle PDFs have a pool of their own, because the documents
 * of a whole stock can take seconds.
 */
export function createDocumentThreads({ DATA_DIR, DATABASE_URL }: DatabaseLocation): DocumentThreads {
  const pool = (maxThreads: number, maxOldGenerationSizeMb: number) =>
    new Piscina({
      filename: new URL('./document-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads,
      idleTimeout: IDLE_MS,
      // Waiting with Atomics would block database events in the thread.
      atomics: 'disabled',
      execArgv: [],
      workerData: { DATA_DIR, DATABASE_URL, DATABASE_CONNECTIONS },
      resourceLimits: { maxOldGenerationSizeMb },
    });
  const pdfs = pool(2, PDF_MEMORY_MB);
  const stocks = pool(1, STOCK_MEMORY_MB);
  return {
    vehiclePdf: (task) => pdfs.run(task, { name: 'vehiclePdf' }),
    outboundFeed: (task) => stocks.run(task, { name: 'outboundFeed' }),
    carSitemap: (task) => stocks.run(task, { name: 'carSitemap' }),
    async close() {
      await Promise.all([pdfs.destroy(), stocks.destroy()]);
    },
  };
}
