import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EnvironmentSchema } from '#src/config/environment.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { unreadSettings } from '../../tests/fixtures/deployed-settings.ts';
import { SERVE_ENVIRONMENT, SERVE_NODE_OPTIONS } from '../programs/serve-process.ts';

const text = readFileSync('scripts/deploy/Containerfile', 'utf8').replace(/\\\n\s*/g, '');
/** Instructions of the last stage: what is in the image. */
const stage = text.slice(text.lastIndexOf('\nFROM '));
const instructions = (name: string, from = stage) =>
  [...from.matchAll(new RegExp(`^\\s*${name} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

it('PLAT-85 the image runs as a user of its own, with the project’s Node, as npm run serve does', () => {
  expect(instructions('USER')).toEqual(['10001:10001']);
  expect(instructions('RUN').join()).not.toMatch(/apt-get|npm/);
  const [command = ''] = instructions('CMD').slice(-1);
  expect(JSON.parse(command)).toEqual(['node', ...SERVE_NODE_OPTIONS.split(' '), 'scripts/serve.ts']);
  expect(stage).toContain(`MALLOC_ARENA_MAX=${SERVE_ENVIRONMENT.MALLOC_ARENA_MAX}`);
  expect(stage).toContain('PATH=/srv/forecourt/node_modules/.bin:');
});

it('PLAT-85 the image sets folders and address alone, and no secret', () => {
  const [environment = ''] = instructions('ENV');
  const names = environment.split(/\s+/).map((each) => each.split('=')[0] ?? '');
  const ours = names.filter((name) => !['PATH', 'MALLOC_ARENA_MAX'].includes(name));
  expect(unreadSettings(ours)).toEqual([]);
  expect(ours).toEqual(['HOST', 'DATA_DIR', 'DIST_DIR']);
  expect(text).not.toMatch(/^\s*ARG (?!BASE=)/m);
});

it('PLAT-85 the health check asks whether the server is ready, at the port that is open', () => {
  const [check = ''] = instructions('HEALTHCHECK');
  const [, port = '', path = ''] = /127\.0\.0\.1:(\d+)(\/[\w/]+)/.exec(check) ?? [];
  expect(instructions('EXPOSE')).toEqual([port]);
  expect(EnvironmentSchema.entries.PORT.default).toBe(port);
  expect(ENDPOINTS.map((endpoint) => endpoint.path)).toContain(path);
});

it('PLAT-85 left out of the image are tests, benches, made-up stock and whatever git does not know', () => {
  const left = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => /^[^#!]/.test(line));
  for (const pattern of left.filter((line) => line.startsWith('scripts/')))
    expect([pattern, globSync(pattern).length > 0]).toEqual([pattern, true]);
  const unknown = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .filter((line) => /^[^#*]+$/.test(line));
  for (const pattern of unknown.map((line) => line.replace(/^\/|\/$/g, '')))
    expect([
      pattern,
      left.some((each) => each === pattern || each === `**/${pattern}` || pattern.startsWith(`${each}/`)),
    ]).toEqual([pattern, true]);
  expect(left).toEqual(expect.arrayContaining(['.git', 'tests', '**/*.test.ts']));
  // The names under which documents have settings with secrets.
  expect(left).toEqual(expect.arrayContaining(['environment', '**/.env*', '**/secrets.env']));
});
