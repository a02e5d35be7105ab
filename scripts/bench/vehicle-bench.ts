import { Agent } from 'node:http';
import { type CDPSession, chromium, type Page } from 'playwright';
import { spinFrames } from '#src/features/vehicle/media/vehicle-media.ts';
import type { startSeparateStack } from '../demo/separate-stack.ts';
import { CHROMIUM_FLAGS, findChromium } from '../programs/chromium.ts';
import { startServeProcess } from '../programs/serve-process.ts';
import { type BenchRun, sized } from './bench-run.ts';
import { calculatorTimes } from './calculator-times.ts';
import { requireOk, send } from './http-load.ts';
import { listedVehicles } from './listed-vehicles.ts';
import { measurePages } from './measure-pages.ts';
import { type Measurement, percentile } from './measurement.ts';
import { TINY_PAGE } from './page-bench.ts';
import { FLOOR_SHARE } from './page-rows.ts';
import { pageNames } from './pages.ts';
import { prepareDemo } from './prepared-demo.ts';

const DEALER = 'riverbend';
/** Offers PDFs. */
const PDF_DEALER = 'limestone-motorcycles';
/** A server compiles what it runs often: its first hundreds of pages take up to twice as long. */
const WARM_UPS = 600;
/** A shopper's; views of clients without one are not counted. */
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
/** The goals of the vehicle page; the pages bench has the rest. */
const PROMISED = new Set([
  ...['Lighthouse performance', 'accessibility', FLOOR_SHARE, 'CLS', 'whole page'],
  ...['whole page, 390 px twice as dense', 'JavaScript before interaction'],
]);

type Stack = Awaited<ReturnType<typeof startSeparateStack>>;
type Car = { id: string; slug: string; hasSpin: boolean };
type Stock = { cars: Car[]; papers: Car[] };

const pageOf = ({ slug }: Car) => `/cars/${slug}`;

const row = (
  figure: string,
  value: number,
  unit: string,
  goal?: Measurement['goal'],
  against?: string,
): Measurement => ({
  ...{ area: 'vehicle', figure, value, unit },
  ...(goal && { goal }),
  ...(against && { against }),
});

async function carsOf(stack: Stack, dealer: string): Promise<Car[]> {
  const vehicles = await listedVehicles(stack, dealer);
  return vehicles.map(({ id, slug, ...vehicle }) => ({ id, slug, hasSpin: spinFrames(vehicle).length > 0 }));
}

/** Times of requests one after the other, ms. */
async function times(port: number, dealer: string, paths: readonly string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const all: number[] = [];
  for (const path of paths) {
    const url = new URL(`http://127.0.0.1:${port}${path}`);
    const reply = await send(
      { url, headers: { host: `${dealer}.localhost`, 'accept-encoding': 'br', 'user-agent': USER_AGENT } },
      agent,
    );
    requireOk(reply);
    all.push(reply.ms);
  }
  agent.destroy();
  return all;
}

/** Of a server that has a process to itself, as in production, and has served such pages before. */
async function serverRows(port: number, { cars, papers }: Stock, run: BenchRun): Promise<Measurement[]> {
  const samples = sized(run, 200, 5);
  const warmUps = sized(run, WARM_UPS, 1);
  const p95 = (all: readonly number[]) => percentile(all.slice(warmUps), 95);
  const [firstCar] = cars;
  if (!firstCar) throw new Error(`${DEALER} sells nothing`);
  const repeated = Array.from({ length: samples + warmUps }, () => pageOf(firstCar));
  const cached = await times(port, DEALER, repeated);
  const asked = `view.json?photos_count=1&website_id=${DEALER}`;
  // Half of them write a view.
  const views = repeated.map((path, at) => `${path}/${asked}${at % 2 === 0 ? '&counted=1' : ''}`);
  const seen = await times(port, DEALER, views);
  const fresh = await times(port, DEALER, cars.slice(0, samples + warmUps).map(pageOf));
  const [cold = Number.NaN, ...papersMade] = await times(
    port,
    PDF_DEALER,
    papers.slice(0, samples + 1).map((car) => `${pageOf(car)}.pdf`),
  );
  // A document is made once, then cached: the first half of them warms the process up.
  const warm = papersMade.slice(Math.floor(papersMade.length / 2));
  return [
    row('uncached page, p95', p95(fresh), 'ms', { atMost: 25 }),
    row('cached page, p95', p95(cached), 'ms', { atMost: 2 }),
    row('view.json, p95', p95(seen), 'ms', { atMost: 5 }),
    row('first PDF of a process, one sample', cold, 'ms', { atMost: 300 }),
    row('PDF of another vehicle each time, after half of them, p95', percentile(warm, 95), 'ms', {
      atMost: 50,
    }),
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
  const spun = (await carsOf(stack, DEALER)).find(({ hasSpin }) => hasSpin);
  if (!spun) throw new Error(`${DEALER} has no spin`);
  const address = `http://${DEALER}.localhost:${stack.port}/cars/${spun.slug}`;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS.slice(1),
  });
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

async function calculatorRows(stack: Stack, run: BenchRun): Promise<Measurement[]> {
  const [car] = await carsOf(stack, DEALER);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS.slice(1),
  });
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(`http://${DEALER}.localhost:${stack.port}/cars/${car?.slug}`);
    const { whole, quarter } = await calculatorTimes(page, sized(run, 101, 5));
    return [
      row('calculator, input to figure, median', whole, 'ms', { atMost: 16 }),
      row('calculator, input to figure at a quarter of the speed, median', quarter, 'ms', { atMost: 50 }),
    ];
  } finally {
    await browser.close();
  }
}

/** The page on a shopper's phone, for one dealer of each template. */
async function pageRows(stack: Stack, run: BenchRun): Promise<Measurement[]> {
  const rows = await measurePages(stack, pageNames(sized(run, 'vehicle', TINY_PAGE)), run);
  return rows.filter(({ figure }) => PROMISED.has(figure));
}

/**
 * The vehicle page: server times, how soon and how smoothly a spin turns, how soon the calculator answers, and the
 * page's weight and scores on a phone.
 */
export async function benchVehicle(run: BenchRun): Promise<Measurement[]> {
  const { used, meilisearch, ...demo } = await prepareDemo(async (stack) => ({
    stock: { cars: await carsOf(stack, DEALER), papers: await carsOf(stack, PDF_DEALER) },
    rows: [
      ...(await spinRows(stack, run)),
      ...(await calculatorRows(stack, run)),
      ...(await pageRows(stack, run)),
    ],
  }));
  try {
    const server = await startServeProcess(demo);
    try {
      return [...(await serverRows(server.port, used.stock, run)), ...used.rows];
    } finally {
      await server.stop();
    }
  } finally {
    await meilisearch.stop();
  }
}
