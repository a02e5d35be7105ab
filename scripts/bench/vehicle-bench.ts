import { Agent } from 'node:http';
import type { CDPSession, Page } from 'playwright';
import { spinFrames } from '#src/features/vehicle/media/vehicle-media.ts';
import type { startSeparateStack } from '../demo/separate-stack.ts';
import { launchChromium } from '../programs/chromium.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { requireOk, send } from './http-load.ts';
import { type BenchRun, type Measurement, percentile, rowsOf, sized } from './measurement.ts';
import { listedVehicles } from './pages.ts';
import { prepareDemo } from './recorded-stack.ts';

const DEALER = 'riverbend';
/** A server compiles what it runs often: its first hundreds of pages take up to twice as long. */
const WARM_UPS = 600;
/** A shopper's, whose views are counted. */
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
/** A phone on a bad line. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const VIEWPORT = { width: 390, height: 844 };
const DRAG_STEPS = 120;
type Stack = Awaited<ReturnType<typeof startSeparateStack>>;
type Car = { id: string; slug: string; hasSpin: boolean };

const pageOf = ({ slug }: Car) => `/cars/${slug}`;

const row = rowsOf('vehicle');

async function carsOf(stack: Stack): Promise<Car[]> {
  const vehicles = await listedVehicles(stack, DEALER);
  return vehicles.map(({ id, slug, ...vehicle }) => ({ id, slug, hasSpin: spinFrames(vehicle).length > 0 }));
}

/** Times of requests one after the other, ms. */
async function times(port: number, paths: readonly string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const all: number[] = [];
  for (const path of paths) {
    const headers = { host: `${DEALER}.localhost`, 'accept-encoding': 'br', 'user-agent': USER_AGENT };
    const reply = await send({ port, path, headers }, agent);
    requireOk(reply);
    all.push(reply.ms);
  }
  agent.destroy();
  return all;
}

/** Of a server that has a process to itself, as in production, and has served such pages before. */
async function serverRows(port: number, cars: readonly Car[], run: BenchRun): Promise<Measurement[]> {
  const samples = sized(run, 200, 5);
  const warmUps = sized(run, WARM_UPS, 1);
  const p95 = (all: readonly number[]) => percentile(all.slice(warmUps), 95);
  const [firstCar] = cars;
  if (!firstCar) throw new Error(`${DEALER} sells nothing`);
  const repeated = Array.from({ length: samples + warmUps }, () => pageOf(firstCar));
  const cached = await times(port, repeated);
  const fresh = await times(port, cars.slice(0, samples + warmUps).map(pageOf));
  return [
    row('uncached page, p95', p95(fresh), 'ms', { atMost: 25 }),
    row('cached page, p95', p95(cached), 'ms', { atMost: 2 }),
  ];
}

/** Milliseconds between frames while `drag` moves a pointer over the page. */
async function frameTimes(
  page: Page,
  box: { x: number; y: number; width: number; height: number },
): Promise<number[]> {
  await page.evaluate(`{
    globalThis.frames_ = [];
    let last = performance.now();
    const tick = (at) => { frames_.push(at - last); last = at; globalThis.frame_ = requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  }`);
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < DRAG_STEPS; step += 1) await page.mouse.move(x + (step % 60) * 5, y);
  await page.mouse.up();
  await page.evaluate('cancelAnimationFrame(frame_)');
  return page.evaluate<number[]>('frames_.slice(2)');
}

/** From the first pointer-down until the picture has turned, on a slow line that is warm, ms. */
async function firstTurn(page: Page, line: CDPSession, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await line.send('Network.emulateNetworkConditions', LINE);
  const box = await page.getByRole('slider', { name: /^Turn/ }).boundingBox();
  if (!box) throw new Error('There is no spin');
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const pressed = performance.now();
  await page.mouse.down();
  await page.mouse.move(x + 100, y, { steps: 5 });
  await page.locator('[role="slider"]:not([aria-valuenow="1"])').waitFor();
  const took = performance.now() - pressed;
  await page.mouse.up();
  await line.send('Network.emulateNetworkConditions', {
    ...LINE,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return took;
}

async function spinRows(stack: Stack, run: BenchRun): Promise<Measurement[]> {
  const spun = (await carsOf(stack)).find(({ hasSpin }) => hasSpin);
  if (!spun) throw new Error(`${DEALER} has no spin`);
  const address = `http://${DEALER}.localhost:${stack.port}/cars/${spun.slug}`;
  const browser = await launchChromium();
  try {
    const turns: number[] = [];
    let frames: number[] = [];
    for (let round = 0; round < sized(run, 7, 1); round += 1) {
      const context = await browser.newContext({ viewport: VIEWPORT });
      const page = await context.newPage();
      const line = await context.newCDPSession(page);
      await line.send('Network.enable');
      turns.push(await firstTurn(page, line, address));
      await page.waitForLoadState('networkidle');
      const box = await page.getByRole('slider', { name: /^Turn/ }).boundingBox();
      if (box) frames = [...frames, ...(await frameTimes(page, box))];
      await context.close();
    }
    const empty = await browser.newPage({ viewport: VIEWPORT });
    await empty.setContent('<canvas width="358" height="239"></canvas>');
    const floor = await frameTimes(empty, { x: 8, y: 8, width: 358, height: 239 });
    const median = (all: readonly number[]) => percentile(all, 50);
    return [
      row('from the first touch to a turned spin, median', median(turns), 'ms', { atMost: 1200 }),
      row(
        'between animation frames while a spin is dragged, median',
        median(frames),
        'ms',
        { atMost: 1000 / 55 },
        `${median(floor).toFixed(1)} ms with an empty canvas`,
      ),
    ];
  } finally {
    await browser.close();
  }
}

/** The vehicle page: server times, and how soon and how smoothly a spin turns. */
export async function benchVehicle(run: BenchRun): Promise<Measurement[]> {
  const { used, meilisearch, ...demo } = await prepareDemo(async (stack) => ({
    cars: await carsOf(stack),
    rows: await spinRows(stack, run),
  }));
  try {
    const server = await startServeProcess(demo);
    try {
      return [...(await serverRows(server.port, used.cars, run)), ...used.rows];
    } finally {
      await server.stop();
    }
  } finally {
    await meilisearch.stop();
  }
}
