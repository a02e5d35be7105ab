import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { addMachine } from '#src/platform/database/machines.ts';
import { runLeadJobs } from '#src/server/jobs/periodic-jobs.ts';
import { METRICS_PATH } from '#src/server/status/operator-access.ts';
import { startSite } from '../fixtures/http-site.ts';

const HEALTH_TOKEN = 'a-token-of-sixteen-or-more';
const RULES = 'scripts/deploy/prometheus/alerts.yaml';
const KUBERNETES = 'scripts/deploy/kubernetes';

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
};
type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { refId: string; expr: string }[];
};

const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules: own }) => own,
);
const { panels } = JSON.parse(readFileSync('scripts/deploy/grafana/forecourt.json', 'utf8')) as {
  panels: Panel[];
};
const targets = panels.flatMap((panel) => panel.targets ?? []);
/** As Prometheus gets it. */
const asked = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$dealer', '.*');
const expressions = [...rules, ...targets].map(({ expr }) => asked(expr));

let metrics: string;

beforeAll(async () => {
  const site = await startSite(async () => new Response('page'), { env: { HEALTH_TOKEN } });
  const read = async () =>
    (await site.ask({ path: METRICS_PATH, headers: { authorization: `Bearer ${HEALTH_TOKEN}` } })).body;
  await runLeadJobs(site.services);
  const { db } = site.services;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const lease = { name: 'renamed-job', holder: 'former', until: ago(1), succeeded_at: ago(500_000) };
  await db.insertInto('leases').values(lease).execute();
  const machine = {
    host: 'web2',
    code: 'code1',
    state: 'ready',
    memory_mb: 1,
    errors: 0,
    started_at: ago(900),
  };
  const worker = {
    ...machine,
    id: 'two',
    pid: 2,
    kind: 'worker',
    port: null,
    behind: null,
    behind_since: null,
  };
  await addMachine(db, { ...worker, seen_at: ago(100) });
  // What a server says of itself while it cannot read what is published.
  const own = { host: hostname(), pid: process.pid, kind: 'serve', port: 4321 };
  const behind = { behind: 'releases not followed', behind_since: ago(600) };
  await addMachine(db, { ...worker, ...own, ...behind, id: 'own', seen_at: ago(1) });
  await site.ask({ path: '/search/used-cars' });
  metrics = await read();
  await site.stop();
});

const labelled = (name: string) => metrics.split('\n').filter((line) => line.startsWith(`${name}{`));

it('PLAT-74 every metric that the dashboard and the alerts name is exported, with its labels', () => {
  const exported = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  for (const expr of expressions) {
    const named = [...expr.matchAll(/\b((?:forecourt|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    for (const [, name = '', matchers = ''] of named) {
      expect(exported, expr).toContain(name.replace(/_bucket$/, ''));
      const [sample = ''] = labelled(name);
      for (const [, label] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g))
        if (sample !== '') expect(sample, expr).toContain(`${label}="`);
    }
    expect(named.length + Number(/\bup\{/.test(expr)), expr).toBeGreaterThan(0);
  }
});

it('PLAT-74 jobs that alerts name are jobs', () => {
  const jobs = labelled('forecourt_job_success_age_seconds').map((line) => /job="([^"]+)"/.exec(line)?.[1]);
  const named = rules.flatMap(({ expr }) => /job=~"([^"]+)"/.exec(expr)?.[1]?.split('|') ?? []);
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(jobs).toContain(name);
  // One that no longer exists would be overdue for ever.
  expect(jobs).not.toContain('renamed-job');
});

it('PLAT-76 of workers, which Prometheus does not ask, it says since when one was silent', () => {
  expect(metrics).toMatch(/^forecourt_process_silence_seconds\{kind="worker"\} 10\d/m);
  expect(metrics).toContain('forecourt_processes{kind="worker",state="ready"} 1');
});

type Labels = Record<string, string>;
type Manifest = {
  kind: string;
  metadata: { labels?: Labels };
  spec: { jobLabel: string; selector: { matchLabels: Labels } };
};

it('PLAT-74 in Kubernetes the operator of Prometheus gets the same alerts, for the job that they name', () => {
  const manifest = (file: string) =>
    parse(readFileSync(`${KUBERNETES}/monitoring/${file}`, 'utf8')) as Manifest;
  expect(manifest('prometheus-rule.yaml').spec).toEqual(parse(readFileSync(RULES, 'utf8')));

  const { jobLabel, selector } = manifest('service-monitor.yaml').spec;
  const documents = parseAllDocuments(readFileSync(`${KUBERNETES}/base/app/serve.yaml`, 'utf8'));
  const service = documents.map((each) => each.toJS() as Manifest).find(({ kind }) => kind === 'Service');
  expect(service?.metadata.labels).toMatchObject(selector.matchLabels);
  expect(rules.map(({ expr }) => expr)).toContain(`up{job="${service?.metadata.labels?.[jobLabel]}"} == 0`);
});

it('PLAT-76 a process says whether it is ready, what waits in its queues and how far it is behind', () => {
  expect(metrics).toContain('forecourt_ready 1');
  expect(metrics).toContain('forecourt_waiting_requests{queue="pages"} 0');
  expect(metrics).toContain('forecourt_waiting_requests{queue="searches"} 0');
  expect(metrics).toMatch(/^forecourt_release_lag_seconds 60\d/m);
  expect(metrics).toMatch(/forecourt_disk_size_bytes\{folder="[^"]+"\} \d+/);
  expect(metrics).toContain('forecourt_wanted_pictures 0');
});

it('PLAT-74 an alert says what is wrong, how urgent it is and which command leads on', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary?.length).toBeGreaterThan(10);
    expect(annotations.remedy).toMatch(/^npm run (?:status|leads|import|releases)\b/);
  }
});

it('PLAT-74 panels have their own ids and places', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const [at, { gridPos: a, title }] of panels.entries()) {
    expect(a.x + a.w, title).toBeLessThanOrEqual(24);
    for (const { gridPos: b } of panels.slice(at + 1)) {
      const isApart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
      expect(isApart, title).toBe(true);
    }
  }
});

/** Without Prometheus' own tool, only brackets and quotes are checked. */
function isBalanced(expr: string): boolean {
  const open: string[] = [];
  const closes: Record<string, string> = { ')': '(', '}': '{', ']': '[' };
  for (const sign of expr.replace(/"(?:[^"\\]|\\.)*"/g, '')) {
    if ('({['.includes(sign)) open.push(sign);
    else if (closes[sign] && open.pop() !== closes[sign]) return false;
    else if (sign === '"') return false;
  }
  return open.length === 0;
}

it('PLAT-74 every expression can be read', () => {
  for (const expr of expressions) expect(isBalanced(expr), expr).toBe(true);
  if (spawnSync('promtool', ['--version']).status !== 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-rules-'));
  const file = join(folder, 'dashboard.yaml');
  const recorded = targets.map(({ expr }, at) => ({ record: `panel_${at}`, expr: asked(expr) }));
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', RULES, file]);
  rmSync(folder, { recursive: true, force: true });
  expect(`${stdout}${stderr}`).not.toContain('FAILED');
  expect(status).toBe(0);
});
