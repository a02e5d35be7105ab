import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const FOLDER = 'scripts/deploy/kubernetes';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-jobs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** `run-job` with a cluster whose job is in these conditions one after the other; `calls` are those to change it. */
async function runJob(args: readonly string[], conditions: readonly string[]) {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('conditions'), `${conditions.join('\n')}\n`);
  writeFileSync(
    at('kubectl'),
    `#!/bin/sh
cd ${folder}
case "$1" in
get) head -n 1 conditions; sed -i 1d conditions ;;
logs) echo 'what the job wrote' ;;
patch) cat > created; echo "$@" >> calls; cat created ;;
create) echo "$@" >> calls; case "$*" in *dry-run*) echo '{"kind":"Job"}' ;; esac ;;
esac
`,
  );
  chmodSync(at('kubectl'), 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, POLL_SECONDS: '0' };
  const outcome = await run(join(FOLDER, 'run-job'), args, { env, timeout: 20_000 }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
  return { ...outcome, calls: readFileSync(at('calls'), 'utf8') };
}

it('PLAT-87 a job that has failed shows its log and fails the command, one that completes does not', async () => {
  const failed = await runJob(['migrate'], ['', 'FailureTarget', 'FailureTarget Failed']);
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('what the job wrote') });
  expect(failed.stderr).toMatch(/^The job migrate-\d{14} has failed\.$/m);
  expect(failed.calls).toContain('--from=cronjob/forecourt-migrate');
  const completed = await runJob(['build'], ['', 'SuccessCriteriaMet', 'SuccessCriteriaMet Complete']);
  expect(completed).toMatchObject({ code: 0, stdout: expect.stringContaining('what the job wrote') });
});

it('PLAT-87 a job runs another command in place of its own', async () => {
  const { calls } = await runJob(['migrate', 'node', 'scripts/leads.ts', 'erase'], ['Complete']);
  const [, patch = ''] = /--patch=(.*)/.exec(calls) ?? [];
  expect(JSON.parse(patch)).toEqual([
    expect.objectContaining({ op: 'replace', value: ['node', 'scripts/leads.ts', 'erase'] }),
  ]);
});

it('PLAT-87 the documented start goes on only after each step that succeeds', () => {
  const page = readFileSync('scripts/deploy/many-machines.md', 'utf8');
  const [, start = ''] = /\*\*3\. Start\.\*\* The jobs[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const steps = start.trim().split('&&');
  expect(steps.map((step) => step.trim().split(' --')[0])).toEqual([
    'kubectl apply',
    './run-job migrate',
    './run-job build',
    'kubectl apply',
    'kubectl rollout status',
  ]);
  expect(steps.every((step) => !step.trim().includes('\n'))).toBe(true);
});

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } };

it('PLAT-88 git gets the token of the dealers’ repository when it is asked for it, not as an argument', async () => {
  const { spec } = parse(readFileSync(join(FOLDER, 'base/jobs/build.yaml'), 'utf8'), { merge: true });
  const [dealers] = spec.jobTemplate.spec.template.spec.initContainers as {
    args: string[];
    env: Variable[];
  }[];
  const sent: (string | undefined)[] = [];
  const server = createServer((req, res) => {
    sent.push(req.headers.authorization);
    res.statusCode = req.headers.authorization === undefined ? 401 : 404;
    res.setHeader('WWW-Authenticate', 'Basic realm="git"').end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const secret: Record<string, string> = {
    repository: `http://127.0.0.1:${port}/dealers.git`,
    user: 'ci',
    token: 'to"k$n',
  };
  const env = Object.fromEntries(
    (dealers?.env ?? []).map(({ name, value, valueFrom }) => [
      name,
      value ?? secret[valueFrom?.secretKeyRef.key ?? ''],
    ]),
  );
  const args = (dealers?.args ?? []).map((each) =>
    each.replace('$(REPOSITORY)', secret.repository ?? '').replace('/sites', folder),
  );
  await expect(run('git', args, { env: { ...env, PATH: process.env.PATH, HOME: folder } })).rejects.toThrow();
  await new Promise((closed) => server.close(closed));
  expect(sent).toContain(`Basic ${Buffer.from('ci:to"k$n').toString('base64')}`);
  expect(args.join(' ')).not.toContain(secret.token);
});
