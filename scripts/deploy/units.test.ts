import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LONGEST_STOP_MS } from '#src/config/environment-variables.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { SERVE_ENVIRONMENT, SERVE_NODE_OPTIONS } from '../programs/serve-process.ts';

const UNITS = 'scripts/deploy/systemd';
const names = readdirSync(UNITS);
const unit = (name: string) => readFileSync(join(UNITS, name), 'utf8');
const services = names.filter((name) => name.endsWith('.service'));
/** What systemd calls an exposure of 2: no more rights than a process of this kind needs. */
const MOST_EXPOSED = 20;

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.warn('Skipped: no systemd-analyze on this machine, so the units are not verified.');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-units-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The units with the programs of this project and machine in place of those of a server. */
function placedUnits(): string[] {
  return names.map((name) => {
    const placed = join(folder, name);
    const text = unit(name).replaceAll('/srv/forecourt', resolve('.'));
    writeFileSync(placed, text.replaceAll('/usr/local/bin/meilisearch', '/bin/true'));
    return placed;
  });
}

it.skipIf(!hasSystemd)('PLAT-02 systemd finds nothing to say against the units', () => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...placedUnits()], {
    encoding: 'utf8',
  });
  const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('forecourt'));
  expect({ status, ours }).toEqual({ status: 0, ours: [] });
});

it.skipIf(!hasSystemd)('PLAT-02 services have no more rights than they need', () => {
  for (const name of services) {
    const args = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, join(UNITS, name)];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect([name, status, stdout.split('\n').at(-2)]).toEqual([name, 0, expect.anything()]);
  }
});

it('PLAT-02 services start what exists, as one user that owns its folders alone', () => {
  for (const name of services) {
    const text = unit(name);
    expect(text).toContain('\nUser=forecourt\n');
    expect(text).toContain('\nUMask=0077\n');
    expect(text).toContain('\nStateDirectoryMode=0700\n');
    const [, started = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
    const own = started.match(/(?:\/srv\/forecourt\/)?scripts\/\S+/)?.[0].replace('/srv/forecourt/', '');
    expect([name, own === undefined || existsSync(own)]).toEqual([name, true]);
    expect([name, own === undefined]).toEqual([name, name === 'forecourt-search.service']);
  }
  for (const name of names.filter((each) => each.endsWith('.timer')))
    expect(services).toContain(name.replace('.timer', '.service'));
});

it('PLAT-02 systemd waits longer than a stop takes, restarts what fails without end, and starts Node as npm run serve does', () => {
  for (const name of ['forecourt@.service', 'forecourt-worker.service']) {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit(name))?.[1]);
    expect(seconds * 1000).toBeGreaterThan(LONGEST_STOP_MS);
  }
  for (const name of services.filter((each) => each !== 'forecourt-backup.service')) {
    expect(unit(name)).toMatch(/^StartLimitIntervalSec=0$[\s\S]*^Restart=on-failure$/m);
  }
  const text = unit('forecourt@.service');
  expect(text).toContain(`Environment="NODE_OPTIONS=${SERVE_NODE_OPTIONS}"`);
  expect(text).toContain(`Environment=MALLOC_ARENA_MAX=${SERVE_ENVIRONMENT.MALLOC_ARENA_MAX}`);
});

it('PLAT-02 the nightly backup is complete, or leaves nothing; it deletes old ones, but never the last complete one', async () => {
  const at = (name: string) => join(folder, name);
  const [older, last, incomplete] = ['2019-01-01', '2020-01-01', '2020-01-02'].map((day) => `${day}T000000Z`);
  const old = [older, last, incomplete, 'other'].map((name) => `saved/${name}`);
  for (const name of ['dist', 'dealers', 'saved', ...old]) mkdirSync(at(name));
  for (const name of [older, last]) writeFileSync(at(`saved/${name}/backup.json`), '{}');
  writeFileSync(at('environment'), 'SITE_SECRET=secret\n');
  for (const name of old) utimesSync(at(name), 1, 1);
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: at('data'),
    DIST_DIR: at('dist'),
    DEALERS_DIR: at('dealers'),
  };
  const save = () =>
    promisify(execFile)('scripts/deploy/save-backup', [at('saved'), at('environment')], { env });

  await expect(save()).rejects.toThrow('There is no');
  expect(readdirSync(at('saved')).sort()).toEqual([last, 'other']);

  await (await openDatabase({ DATA_DIR: at('data'), DATABASE_URL: '' })).destroy();
  await save();
  const [made, other] = readdirSync(at('saved')).sort();
  expect(other).toBe('other');
  expect(made).toMatch(/^20\d\d-\d\d-\d\dT\d{6}Z$/);
  expect(readdirSync(at(`saved/${made}`)).sort()).toEqual(
    expect.arrayContaining(['backup.json', 'data', 'environment']),
  );
}, 180_000);

it('PLAT-88 the nightly backup gives pg_dump the password of the database in its environment alone', async () => {
  const program = join(folder, 'pg_dump');
  writeFileSync(program, `#!/bin/sh\necho "$PGPASSWORD $*" > ${folder}/dumped\nexit 1\n`, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    DATABASE_URL: 'postgres://forecourt:a%2Fb@db.example.com:5432/sites?sslmode=verify-full',
  };
  const saving = promisify(execFile)('scripts/deploy/save-backup', [join(folder, 'saved'), '/dev/null'], {
    env,
  });
  await expect(saving).rejects.toThrow();
  const [password, ...args] = readFileSync(join(folder, 'dumped'), 'utf8').trim().split(' ');
  expect(password).toBe('a/b');
  expect(args).toContain('--dbname=postgres://forecourt@db.example.com:5432/sites?sslmode=verify-full');
  expect(readdirSync(join(folder, 'saved'))).toEqual([]);
});

it('PLAT-02 the scripts have no mistake a shell would find', () => {
  for (const name of ['forecourt', 'save-backup', 'wait-until-ready', 'kubernetes/run-job'])
    execFileSync('/bin/sh', ['-n', `scripts/deploy/${name}`]);
});

it('PLAT-36 systemd has started a server once it is ready, and not if it ends before', async () => {
  let status = 503;
  const server = createServer((req, res) => {
    res.statusCode = req.url === '/health/ready' ? status : 404;
    res.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const waitFor = (pid: number) =>
    promisify(execFile)('scripts/deploy/wait-until-ready', [String(port)], {
      env: { ...process.env, MAINPID: String(pid) },
    });
  let isOver = false;
  const waiting = waitFor(process.pid).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(isOver).toBe(false);
  const { pid = 0 } = spawnSync('true');
  await expect(waitFor(pid)).rejects.toThrow('No such process');
  status = 200;
  await waiting;
  await new Promise((closed) => server.close(closed));
});
