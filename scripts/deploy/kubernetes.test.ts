import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1';
import type { CronJob } from 'kubernetes-types/batch/v1';
import type { Container, PodTemplateSpec, Probe, Service } from 'kubernetes-types/core/v1';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1';
import { describe, expect, it } from 'vitest';
import { EnvironmentSchema, readEnvironment } from '#src/config/environment.ts';
import { LONGEST_STOP_MS } from '#src/config/environment-variables.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { READY_PATH } from '#src/server/status/health.ts';
import { unreadSettings } from '../../tests/fixtures/deployed-settings.ts';
import { type Manifest, rendered } from '../../tests/fixtures/kustomize.ts';
import { typeMistakes } from '../../tests/fixtures/typed-documents.ts';

const FOLDER = 'scripts/deploy/kubernetes';
/** Each with its `jobs/`, which are applied first. */
const OVERLAYS = ['production', 'trial'];

type Workload = { name: string; template: PodTemplateSpec };

const ofKind = <T>(manifests: readonly Manifest[], kind: string): T[] =>
  manifests.filter((each) => each.kind === kind) as unknown as T[];
const workloadsOf = (manifests: readonly Manifest[]): Workload[] => [
  ...ofKind<Deployment | StatefulSet>(manifests, 'Deployment').map(toWorkload),
  ...ofKind<Deployment | StatefulSet>(manifests, 'StatefulSet').map(toWorkload),
  ...ofKind<CronJob>(manifests, 'CronJob').map(({ metadata, spec }) => ({
    name: metadata?.name ?? '',
    template: spec?.jobTemplate.spec?.template as PodTemplateSpec,
  })),
];
const toWorkload = ({ metadata, spec }: Deployment | StatefulSet): Workload => ({
  name: metadata?.name ?? '',
  template: spec?.template as PodTemplateSpec,
});
const containersOf = ({ template }: Workload): Container[] => [
  ...(template.spec?.initContainers ?? []),
  ...(template.spec?.containers ?? []),
];
const isOurs = ({ image }: Container) => /(?:^|\/)forecourt(?::|$)/.test(image ?? '');
const matches = (selector: Record<string, string> | undefined, labels: Record<string, string> | undefined) =>
  Object.entries(selector ?? {}).every(([name, value]) => labels?.[name] === value);

describe.each(OVERLAYS)('the set-up %s', (overlay) => {
  const app = rendered(join(FOLDER, overlay));
  const jobs = rendered(join(FOLDER, overlay, 'jobs'));
  const manifests = [...app, ...jobs];
  const workloads = workloadsOf(manifests);
  const services = ofKind<Service>(manifests, 'Service');
  const settings = ofKind<{ data: Record<string, string> }>(app, 'ConfigMap')[0]?.data ?? {};
  const exampleOf = (name: string) =>
    parseEnv(
      readFileSync(`${FOLDER}/${overlay}/settings/${name}.example`, 'utf8').replaceAll(
        'RANDOM_',
        'secret'.repeat(6),
      ),
    );
  const secretsByName: Record<string, ReturnType<typeof parseEnv>> = {
    'forecourt-secrets': exampleOf('secrets'),
    'forecourt-indexing': exampleOf('indexing'),
  };
  const secrets = Object.assign({}, ...Object.values(secretsByName)) as ReturnType<typeof parseEnv>;

  it('PLAT-82 the manifests have no key and no value that Kubernetes does not know', () => {
    const documents = manifests.map((value) => ({
      name: `${value.kind} ${value.metadata.name}`,
      module: `kubernetes-types/${value.apiVersion.includes('/') ? value.apiVersion.replace('.k8s.io', '') : 'core/v1'}`,
      type: value.kind,
      value,
    }));
    expect(typeMistakes(documents)).toEqual([]);
  });

  it('PLAT-82 jobs and servers have the same settings, in one namespace', () => {
    const names = (from: readonly Manifest[]) =>
      ofKind<Manifest>(from, 'ConfigMap').map(({ metadata }) => metadata.name);
    expect(names(jobs)).toEqual(names(app));
    for (const { kind, metadata } of manifests)
      expect([kind, metadata.namespace ?? metadata.name]).toEqual([kind, 'forecourt']);
  });

  it('PLAT-82 selectors, ports, volumes, settings and accounts that are named exist', () => {
    for (const { spec } of [
      ...ofKind<Deployment>(app, 'Deployment'),
      ...ofKind<StatefulSet>(jobs, 'StatefulSet'),
    ])
      expect(matches(spec?.selector.matchLabels, spec?.template.metadata?.labels)).toBe(true);
    for (const { metadata, spec } of services) {
      const served = workloads.filter(({ template }) => matches(spec?.selector, template.metadata?.labels));
      expect([metadata?.name, served.length]).toEqual([metadata?.name, 1]);
      const open = served.flatMap(containersOf).flatMap(({ ports = [] }) => ports.map(({ name }) => name));
      for (const { targetPort } of spec?.ports ?? []) expect(open).toContain(targetPort);
    }
    const budgets = ofKind<{ spec: { selector: { matchLabels: Record<string, string> } } }>(
      app,
      'PodDisruptionBudget',
    );
    for (const { spec } of budgets)
      expect(
        workloads.filter(({ template }) => matches(spec.selector.matchLabels, template.metadata?.labels)),
      ).toHaveLength(1);
    const scaled = ofKind<{ spec: { scaleTargetRef: { name: string } } }>(app, 'HorizontalPodAutoscaler');
    for (const { spec } of scaled)
      expect(ofKind<Manifest>(app, 'Deployment').map(({ metadata }) => metadata.name)).toContain(
        spec.scaleTargetRef.name,
      );
    const existing = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    for (const workload of workloads) {
      const { volumes = [], serviceAccountName } = workload.template.spec ?? {};
      expect(existing).toContain(`ServiceAccount ${serviceAccountName}`);
      const claims = ofKind<StatefulSet>(jobs, 'StatefulSet').find(
        ({ metadata }) => metadata?.name === workload.name,
      );
      const held = [
        ...volumes,
        ...(claims?.spec?.volumeClaimTemplates ?? []).map(({ metadata }) => ({ name: metadata?.name })),
      ];
      for (const { volumeMounts = [], envFrom = [], env = [] } of containersOf(workload)) {
        expect(held.map(({ name }) => name)).toEqual(
          expect.arrayContaining(volumeMounts.map(({ name }) => name)),
        );
        for (const { configMapRef, secretRef } of envFrom) {
          if (configMapRef) expect(existing).toContain(`ConfigMap ${configMapRef.name}`);
          if (secretRef) expect(secretsByName).toHaveProperty(secretRef.name ?? '');
        }
        for (const { valueFrom } of env) {
          const { name, key = '' } = valueFrom?.secretKeyRef ?? {};
          if (name !== undefined && name in secretsByName)
            expect(Object.keys(secretsByName[name] ?? {})).toContain(key);
        }
      }
    }
  });

  it('PLAT-81 processes are given settings that they read, and all that they need', () => {
    const forEngines = ['POSTGRES_PASSWORD', 'MEILI_MASTER_KEY'];
    const names = [...Object.keys(settings), ...Object.keys(secrets)];
    expect(unreadSettings(names.filter((name) => !forEngines.includes(name)))).toEqual([]);
    const filled = Object.keys(secrets).map((name) => [name, secrets[name] || 'x'.repeat(32)]);
    const addresses = { DATABASE_URL: 'postgres://postgres/forecourt', SMTP_URL: 'smtps://mail.example.com' };
    const read = readEnvironment({ ...Object.fromEntries(filled), ...addresses, ...settings });
    for (const need of ['STORAGE_URL', 'DATABASE_URL', 'SITE_SECRET', 'MEILI_KEY', 'HEALTH_TOKEN'] as const)
      expect([need, read[need]]).toEqual([need, expect.stringMatching(/./)]);
    expect(read.DELIVER_LEADS).toBe('no');
    expect(read.DRAIN_ANNOUNCE_MS).toBeGreaterThan(0);
    for (const workload of workloads)
      for (const { command = [], envFrom } of containersOf(workload).filter(isOurs)) {
        const named = envFrom?.flatMap(({ secretRef }) => secretRef?.name ?? []);
        // Servers get no key that writes to a search engine, whatever engines are added.
        const isServer = workload.name === 'forecourt-serve';
        expect(named).toEqual(isServer ? ['forecourt-secrets'] : Object.keys(secretsByName));
        for (const script of command.filter((word) => word.endsWith('.ts')))
          expect([script, existsSync(script)]).toEqual([script, true]);
      }
  });

  it('PLAT-81 probes ask addresses that a server answers, at a port that it opens', () => {
    const [server] = ofKind<Deployment>(app, 'Deployment')
      .map(toWorkload)
      .filter(({ name }) => name === 'forecourt-serve');
    const [container] = server ? containersOf(server) : [];
    const { startupProbe, readinessProbe, livenessProbe, ports } = container ?? {};
    expect(ports).toEqual([expect.objectContaining({ name: 'http', containerPort: 4321 })]);
    for (const probe of [startupProbe, readinessProbe, livenessProbe] as Probe[]) {
      expect(probe.httpGet?.port).toBe('http');
      expect(ENDPOINTS.map(({ path }) => path)).toContain(probe.httpGet?.path);
    }
  });

  it('PLAT-81 keys that write to a search engine are in the secret of workers and jobs alone', () => {
    const names = Object.keys(secretsByName['forecourt-secrets'] ?? {});
    expect(names.filter((name) => /^MEILI_(?:KEY|MASTER)/.test(name))).toEqual([]);
    expect(secretsByName['forecourt-indexing']).toHaveProperty('MEILI_KEY');
  });

  it('PLAT-81 the probe of a worker looks at the file that its heartbeat writes', () => {
    const [worker] = ofKind<Deployment>(app, 'Deployment')
      .map(toWorkload)
      .filter(({ name }) => name === 'forecourt-worker');
    const { startupProbe, livenessProbe, env, volumeMounts } = (worker && containersOf(worker)[0]) ?? {};
    const { name = '', value } = env?.[0] ?? {};
    expect(EnvironmentSchema.entries).toHaveProperty(name);
    expect(volumeMounts).toContainEqual({ name: 'temporary', mountPath: dirname(value ?? '') });
    for (const probe of [startupProbe, livenessProbe])
      expect(probe?.exec?.command?.at(-1)).toContain(`"$${name}"`);
  });

  it('PLAT-83 containers fit the restricted profile, write to own volumes alone, and say what they need', () => {
    for (const workload of workloads) {
      const { securityContext, automountServiceAccountToken } = workload.template.spec ?? {};
      expect(automountServiceAccountToken).not.toBe(true);
      expect([workload.name, securityContext]).toEqual([
        workload.name,
        expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
      ]);
      for (const container of containersOf(workload)) {
        expect([container.name, container.securityContext]).toEqual([
          container.name,
          {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        ]);
        expect(container.resources?.requests).toHaveProperty('memory');
        expect(container.resources?.limits).toHaveProperty('memory');
        expect([container.name, container.image]).toEqual([
          container.name,
          expect.stringMatching(/:(?:v?\d|trial$)/),
        ]);
      }
    }
  });

  it('PLAT-83 the caches of servers and workers fit their volume', () => {
    const { RELEASE_CACHE_MB = 0, IMAGE_CACHE_MB = 0 } = settings;
    const neededMb = Number(RELEASE_CACHE_MB) + Number(IMAGE_CACHE_MB);
    for (const { name, template } of ofKind<Deployment>(app, 'Deployment').map(toWorkload)) {
      const cache = template.spec?.volumes?.find((volume) => volume.name === 'cache');
      expect([name, neededMb < Number.parseInt(cache?.emptyDir?.sizeLimit ?? '', 10) * 1024]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('PLAT-83 pods reach what is named and nothing else', () => {
    const policies = ofKind<NetworkPolicy>(manifests, 'NetworkPolicy');
    const denied = policies.find(({ metadata }) => metadata?.name === 'deny-all')?.spec;
    expect(denied).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const open = policies.flatMap(({ spec }) => [...(spec?.ingress ?? []), ...(spec?.egress ?? [])]);
    for (const rule of open) expect(rule.ports?.length).toBeGreaterThan(0);
    const ofOthers = policies.filter(({ metadata }) => metadata?.name === 'certificates');
    for (const { spec } of ofOthers)
      expect(spec?.podSelector.matchLabels).toEqual({ 'acme.cert-manager.io/http01-solver': 'true' });
    for (const { spec } of policies.filter((policy) => !ofOthers.includes(policy))) {
      const selected = workloads.filter(({ template }) =>
        matches(spec?.podSelector.matchLabels, template.metadata?.labels),
      );
      expect(selected.length).toBeGreaterThan(0);
      for (const peer of (spec?.ingress ?? []).flatMap((rule) => ('from' in rule ? (rule.from ?? []) : [])))
        expect(peer.ipBlock).toBeUndefined();
    }
  });

  it('PLAT-84 a replacement never has fewer servers, and a stop gets the time it takes', () => {
    for (const { metadata, spec } of ofKind<Deployment>(app, 'Deployment')) {
      expect([metadata?.name, spec?.strategy?.rollingUpdate?.maxUnavailable]).toEqual([metadata?.name, 0]);
      const { terminationGracePeriodSeconds = 0, containers = [] } = spec?.template.spec ?? {};
      expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(LONGEST_STOP_MS);
      // What restarts a process does not depend on an engine: without its database it serves pages still.
      for (const { livenessProbe } of containers)
        expect([READY_PATH, undefined]).toContain(livenessProbe?.httpGet?.path);
    }
  });
});

it('PLAT-82 with monitoring, figures are read where servers show them, with the token', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-kubernetes-'));
  try {
    cpSync(FOLDER, folder, { recursive: true });
    const file = join(folder, 'production/kustomization.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('  - settings', '  - ../monitoring\n  - settings'),
    );
    type Monitor = Manifest & {
      spec: { endpoints: { path: string; authorization: { credentials: { key: string } } }[] };
    };
    const [monitor] = ofKind<Monitor>(rendered(join(folder, 'production')), 'ServiceMonitor');
    expect(monitor?.metadata.namespace).toBe('forecourt');
    for (const { path, authorization } of monitor?.spec.endpoints ?? []) {
      expect(ENDPOINTS.map((endpoint) => endpoint.path)).toContain(path);
      expect(EnvironmentSchema.entries).toHaveProperty(authorization.credentials.key);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('PLAT-82 every file of the manifests is used by a set-up', () => {
  const used = globSync(`${FOLDER}/**/kustomization.yaml`).flatMap((file) => {
    const folder = file.replace(/kustomization\.yaml$/, '');
    const text = readFileSync(file, 'utf8');
    return globSync(`${folder}*`).filter((each) => text.includes(each.slice(folder.length)));
  });
  const files = globSync(`${FOLDER}/**/*.{yaml,env}`).filter((file) => !file.endsWith('kustomization.yaml'));
  expect(files.filter((file) => !used.includes(file))).toEqual([]);
});
