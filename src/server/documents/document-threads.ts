import { Piscina } from 'piscina';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { DatabasePlace } from '#src/config/environment.ts';
import type { OutboundFeed } from '#src/config/sections/stock/outbound-feeds-section.ts';
import type { vehiclePdf } from '#src/features/vehicle/server/pdf/vehicle-pdf.ts';

export type VehiclePdfTask = Omit<Parameters<typeof vehiclePdf>[0], 'photo'> & {
  /** A JPEG. */
  photo: Uint8Array | undefined;
};
type StockTask = { dealer: DealerConfig; at: Date };
export type OutboundFeedTask = StockTask & { feed: OutboundFeed };
export type CarSitemapTask = StockTask & {
  /** Of the dealer's canonical addresses. */
  origin: string;
  /** Number of a part; undefined for the whole, or the list of its parts. */
  part: number | undefined;
};

/** Makes what takes a processor longer than a page, off the thread that serves pages. */
export type DocumentThreads = {
  vehiclePdf(task: VehiclePdfTask): Promise<Uint8Array>;
  outboundFeed(task: OutboundFeedTask): Promise<string>;
  /** Undefined for a part that does not exist. */
  carSitemap(task: CarSitemapTask): Promise<string | undefined>;
  close(): Promise<void>;
};

const IDLE_MS = 60_000;
/** 100,000 vehicles need less; a thread that needs more ends alone. */
const STOCK_MEMORY_MB = 512;
const PDF_MEMORY_MB = 128;

/**
 * Threads are started with their first document and end when they have none for a while. Documents of vehicles do not
 * wait for those of a whole stock, which take seconds for the largest dealers.
 */
export function createDocumentThreads({ DATA_DIR, DATABASE_URL }: DatabasePlace): DocumentThreads {
  const pool = (maxThreads: number, maxOldGenerationSizeMb: number) =>
    new Piscina({
      filename: new URL('./document-thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads,
      idleTimeout: IDLE_MS,
      // A thread that waits for its next task this way would not hear its database.
      atomics: 'disabled',
      execArgv: [],
      workerData: { DATA_DIR, DATABASE_URL } satisfies DatabasePlace,
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
