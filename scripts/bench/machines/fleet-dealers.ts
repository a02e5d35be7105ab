import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { SHARED_FOLDER } from '#src/dealer-files/settings-layers.ts';

const ORIGINALS = ['dealers/riverbend.json', 'dealers/kookaburra-cars.json'];
/** Names the environment variable that leads of these dealers are signed with. */
export const SIGNING_KEY = 'DEALER_FLEET_CRM_KEY';

export const slugOf = (at: number): string => `fleet-${at}`;
export const hostOf = (at: number): string => `www.${slugOf(at)}.example`;

const COLUMNS = {
  ...{ stocknum: 'stock', make: 'make', model: 'model', year: 'year', price: 'price', km: 'km' },
  ...{ car_type: { constant: 'used' }, status: { constant: 'in_stock' }, images: 'photo' },
};

/** Addresses of what dealers of the fleet name. */
export type FleetPlaces = { suppliers: number; crm: number };

/** The file of one dealer: a demo dealer under another name, with a feed and a CRM on this machine. */
export function writeFleetDealer(folder: string, at: number, { suppliers, crm }: FleetPlaces): void {
  const { previousHosts: _, ...dealer } = JSON.parse(
    readFileSync(ORIGINALS[at % ORIGINALS.length] ?? '', 'utf8'),
  );
  const slug = slugOf(at);
  const url = `http://127.0.0.1:${crm}/hooks/${slug}`;
  const { routes: _routes, acknowledgement: _acknowledgement, ...leads } = dealer.leads ?? {};
  const feed = {
    url: `http://127.0.0.1:${suppliers}/${slug}.csv`,
    every: 5,
    format: 'csv',
    columns: COLUMNS,
  };
  const file = {
    ...dealer,
    slug,
    hosts: [hostOf(at)],
    leads: { ...leads, destinations: [{ name: 'crm', type: 'webhook', url, signingKey: SIGNING_KEY }] },
    stock: { ...dealer.stock, feed },
  };
  writeFileSync(join(folder, `${slug}.json`), JSON.stringify(file, null, 1));
}

export function writeFleetDealers(folder: string, count: number, places: FleetPlaces): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join('dealers', SHARED_FOLDER), join(folder, SHARED_FOLDER), { recursive: true });
  for (let at = 0; at < count; at += 1) writeFleetDealer(folder, at, places);
}

const MODELS = ['Toyota,Corolla', 'Mazda,CX-5', 'Kia,Rio', 'Ford,Ranger', 'Hyundai,i30', 'Isuzu,D-MAX'];

/** A feed of so many vehicles. @param pictures base of their addresses; without it they have none */
export function feedOf(vehicles: number, pictures?: string): string {
  const rows = Array.from({ length: vehicles }, (_, n) => {
    const photo = pictures === undefined ? '' : `${pictures}/${n}.jpg`;
    return `S${n},${MODELS[n % MODELS.length]},${2020 + (n % 6)},${9000 + n * 7},${20_000 + n * 13},${photo}`;
  });
  return `stock,make,model,year,price,km,photo\n${rows.join('\n')}\n`;
}

/** The suppliers of all dealers on this machine. It counts how often each feed is fetched. */
export async function startSuppliers(vehicles: number, picture?: Buffer) {
  const fetches = new Map<string, number[]>();
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    if (path.endsWith('.jpg')) return void res.setHeader('Content-Type', 'image/jpeg').end(picture);
    fetches.set(path, [...(fetches.get(path) ?? []), Date.now()]);
    const base = picture ? `http://127.0.0.1:${port}${path.replace('.csv', '')}` : undefined;
    res.end(feedOf(vehicles, base));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    port,
    fetches,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
