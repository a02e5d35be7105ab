import { request } from 'node:http';
import type { AdvertisedRepayment } from '#src/features/finance/advertised-repayment.ts';
import { E2E_PORT, siteUrl } from './ports.ts';

/** Cars of a dealer that its forms are about; undefined where its stock has none. */
export type StockExamples = {
  forSale: ExampleCar;
  sold?: ExampleCar | undefined;
  withoutPhotos?: ExampleCar | undefined;
  reservable?: ExampleCar | undefined;
};
type ExampleCar = { id: string; slug: string; dealership_slug: string | null };
export type Hit = ExampleCar & {
  status: string;
  photos_count: number;
  reservable: boolean;
  reserved: boolean;
  repayment: AdvertisedRepayment | null;
};

/** Cars of the largest dealer are on fewer pages. */
export const MOST_PAGES = 60;

/** A page of a dealer's stock, as its search has it. */
export function pageOfStock(slug: string, page: number): Promise<Hit[]> {
  const body = JSON.stringify({ requests: [{ indexName: 'vehicles', params: { page } }] });
  const { host, origin } = new URL(siteUrl(slug));
  const headers = { host, origin, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: E2E_PORT, path: '/api/search', method: 'POST', headers },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const { results } = JSON.parse(Buffer.concat(chunks).toString()) as { results: { hits: Hit[] }[] };
        resolve(results[0]?.hits ?? []);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

export async function stockExamples(slug: string): Promise<StockExamples> {
  const cars: Hit[] = [];
  const of = (isOne: (car: Hit) => boolean) => cars.find(isOne);
  const examples = () => ({
    forSale: of(({ status, photos_count }) => status === 'in_stock' && photos_count > 0),
    sold: of(({ status }) => status === 'sold'),
    withoutPhotos: of(({ status, photos_count }) => status === 'in_stock' && photos_count === 0),
    reservable: of(({ reservable, reserved }) => reservable && !reserved),
  });
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const hits = await pageOfStock(slug, page);
    cars.push(...hits);
    if (hits.length === 0 || Object.values(examples()).every((car) => car !== undefined)) break;
  }
  const { forSale, ...others } = examples();
  if (!forSale) throw new Error(`${slug} sells nothing`);
  return { forSale, ...others };
}
