import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { type RunningMeilisearch, startMeilisearch } from '../../programs/meilisearch-program.ts';
import { startPostgres } from '../../programs/postgres-program.ts';
import { endGroup, IN_A_GROUP } from '../../programs/process-group.ts';
import { serveEnvironment } from '../../programs/serve-process.ts';
import { startLeadReceiver } from '../leads/bench-receiver.ts';
import { type Cuttable, startCuttable } from './cuttable.ts';
import { SIGNING_KEY, startSuppliers, writeFleetDealers } from './fleet-dealers.ts';
import { type Front, startFront } from './front.ts';

const BUCKET = 'fleet';
const START_TIMEOUT_MS = 180_000;
const POLL_MS = 20;

/** A `serve` or `worker` on a machine of its own: an empty folder, and nothing but its environment. */
export type Machine = {
  kind: 'serve' | 'worker';
  port: number;
  pid(): number;
  /** All it has printed since its first start. */
  said(): string;
  /** From the start of the process to its readiness, in ms. */
  start(): Promise<number>;
  kill(): Promise<void>;
  /** As an orchestrator does: SIGTERM, then waits. */
  stop(): Promise<void>;
};

function machineOf(
  kind: Machine['kind'],
  port: number,
  folder: string,
  env: Record<string, string>,
): Machine {
  let child: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let said = '';
  const end = async (signal: NodeJS.Signals) => {
    if (child) endGroup(child, signal);
    await exited;
  };
  const place = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  return {
    kind,
    port,
    pid: () => child?.pid ?? 0,
    said: () => said,
    async start() {
      const started = performance.now();
      const places = { DATA_DIR: place('data'), DIST_DIR: place('dist'), DEALERS_DIR: place('dealers') };
      child = spawn(process.execPath, [`scripts/${kind}.ts`], {
        ...IN_A_GROUP,
        env: serveEnvironment({ ...process.env, ...env, ...places, PORT: String(port) }),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const running = child;
      let words = '';
      exited = new Promise((gone) => running.once('close', gone));
      for (const stream of [running.stdout, running.stderr])
        stream?.on('data', (chunk: Buffer) => {
          words += chunk.toString();
          said += chunk.toString();
        });
      const isReady = () =>
        kind === 'worker'
          ? /delivering|Working|Delivering/.test(words)
          : fetch(`http://127.0.0.1:${port}/health/ready`).then(
              ({ ok }) => ok,
              () => false,
            );
      while (!(await isReady())) {
        if (running.exitCode !== null) throw new Error(`A ${kind} ended while starting: ${words}`);
        if (performance.now() - started > START_TIMEOUT_MS)
          throw new Error(`A ${kind} did not start: ${words}`);
        await wait(POLL_MS);
      }
      return performance.now() - started;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function startS3(folder: string): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 's3-program.ts'), BUCKET], {
    cwd: resolve('.'),
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const port = await new Promise<number>((found, reject) => {
    let words = '';
    child.stdout.on('data', (chunk: Buffer) => {
      words += chunk.toString();
      const [, number] = /port (\d+)/.exec(words) ?? [];
      if (number !== undefined) found(Number(number));
    });
    child.once('exit', () => reject(new Error('The object store ended while starting.')));
  });
  return { port, stop: kill };
}

type Command = { seconds: number; output: string };

export type Fleet = {
  folder: string;
  dealersDir: string;
  serves: Machine[];
  workers: Machine[];
  front: Front;
  /** Of the machine from which ops work; it has no server. */
  services: Services;
  env: Record<string, string>;
  suppliers: Awaited<ReturnType<typeof startSuppliers>>;
  crm: Awaited<ReturnType<typeof startLeadReceiver>>;
  database: Cuttable;
  store: Cuttable;
  engines: RunningMeilisearch[];
  /** Runs a command as ops do. @throws Error with its output if it fails */
  run(script: string, ...args: string[]): Promise<Command>;
  /** As `run`, without a failure being an error. */
  tryTo(script: string, ...args: string[]): Promise<Command & { status: number | null }>;
  stop(): Promise<void>;
};

/** One more machine of a fleet. */
export async function addMachine(
  { env, folder }: Pick<Fleet, 'env' | 'folder'>,
  kind: Machine['kind'],
  name: string,
): Promise<Machine> {
  const own: Record<string, string> =
    kind === 'serve' ? { DELIVER_LEADS: 'no', TRUSTED_PROXIES: '127.0.0.1' } : {};
  return machineOf(kind, await getPort(), join(folder, name), { ...env, ...own });
}

/**
 * Postgres, two engines, an object store, servers, workers and a proxy on this machine, each process with an empty
 * folder. Nothing is published yet.
 */
export async function openFleet(options: {
  dealers: number;
  vehicles: number;
  serves: number;
  workers: number;
  picture?: Buffer;
}): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-fleet-'));
  // Postgres runs as another user.
  chmodSync(folder, 0o755);
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })];
  const stop = async () => {
    for (const close of closing.reverse()) await close();
  };
  try {
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), fsync: true });
    closing.push(() => postgres.stop());
    const s3 = await startS3(folder);
    closing.push(() => s3.stop());
    const database = await startCuttable(Number(new URL(postgres.url('postgres')).port));
    const store = await startCuttable(s3.port);
    closing.push(() => Promise.all([database.stop(), store.stop()]));
    const engines = await Promise.all(
      ['one', 'two'].map((name) => startMeilisearch(join(folder, `engine-${name}`))),
    );
    closing.push(() => Promise.all(engines.map((engine) => engine.stop().catch(() => undefined))));
    const suppliers = await startSuppliers(options.vehicles, options.picture);
    const crm = await startLeadReceiver({ fails: 0, losesResponse: 0, random: Math.random });
    closing.push(() => Promise.all([suppliers.stop(), crm.stop()]));
    const dealersDir = join(folder, 'dealers');
    writeFleetDealers(dealersDir, options.dealers, { suppliers: suppliers.port, crm: crm.port });
    const [one, two] = engines;
    if (!one || !two) throw new Error('No engines.');
    const env = {
      SITE_SECRET: 'a secret of the bench that signs nothing of worth',
      DATABASE_URL: `postgres://forecourt@127.0.0.1:${database.port}/postgres`,
      STORAGE_URL: `s3://${BUCKET}/sites`,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${store.port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'bench-key',
      AWS_SECRET_ACCESS_KEY: 'bench-secret',
      MEILI_HOST: one.host,
      MEILI_KEY: one.key,
      MEILI_ENGINES: `two=${two.host}`,
      MEILI_KEY_TWO: two.key,
      FEED_HOSTS: '127.0.0.1:*',
      LEAD_LIMITS: 'address=9999999/9999999 phone=9999999 site=9999999/9999999',
      DRAIN_ANNOUNCE_MS: '1500',
      HEALTH_TOKEN: 'a-token-of-the-bench',
      LOG_LEVEL: 'warn',
      [SIGNING_KEY]: 'a key of the bench that signs nothing of worth',
    };
    const own = { DATA_DIR: join(folder, 'ops', 'data'), DIST_DIR: join(folder, 'ops', 'dist') };
    const commandEnv = { ...process.env, ...env, ...own, DEALERS_DIR: dealersDir };
    // Not synchronous: this process passes connections on to the database and the store.
    const tryTo = async (script: string, ...args: string[]) => {
      const started = performance.now();
      const child = spawn(process.execPath, [script, ...args], { env: commandEnv });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
      return { status, seconds: (performance.now() - started) / 1000, output };
    };
    const run = async (script: string, ...args: string[]) => {
      const { status, seconds, output } = await tryTo(script, ...args);
      if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${output}`);
      return { seconds, output };
    };
    const machines = (kind: Machine['kind'], count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) => addMachine({ env, folder }, kind, `${kind}-${at}`)),
      );
    const serves = await machines('serve', options.serves);
    const workers = await machines('worker', options.workers);
    closing.push(() => Promise.all([...serves, ...workers].map((machine) => machine.kill())));
    const front = await startFront(() => serves.map(({ port }) => port));
    closing.push(() => front.stop());
    const services = await openServices({
      env: readEnvironment({ ...env, ...own }),
      dealers: loadDealers(dealersDir).dealers,
    });
    closing.push(() => services.close());
    return {
      ...{
        folder,
        dealersDir,
        serves,
        workers,
        front,
        services,
        env,
        suppliers,
        crm,
        database,
        store,
        engines,
      },
      ...{ run, tryTo, stop },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Builds and publishes all dealers, starts the workers, waits for their imports, then starts the servers. */
export async function startFleet(fleet: Fleet, vehicles: number): Promise<{ buildSeconds: number }> {
  const { seconds } = await fleet.run('scripts/build.ts', '--all');
  await Promise.all(fleet.workers.map((worker) => worker.start()));
  await stocked(fleet, vehicles);
  for (const server of fleet.serves) await server.start();
  return { buildSeconds: seconds };
}

const IMPORT_TIMEOUT_MS = 1_800_000;

/** Waits until every dealer has its vehicles, in the database and in the search. */
export async function stocked({ services }: Pick<Fleet, 'services'>, vehicles: number): Promise<void> {
  const wanted = vehicles * services.tenants.all.length;
  const until = performance.now() + IMPORT_TIMEOUT_MS;
  for (;;) {
    const { count } = await services.db
      .selectFrom('vehicles')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const marked = await services.db.selectFrom('index_changes').select('vehicle_id').limit(1).execute();
    if (Number(count) >= wanted && marked.length === 0) return;
    if (performance.now() > until) throw new Error(`Only ${count} of ${wanted} vehicles were imported.`);
    await wait(200);
  }
}
