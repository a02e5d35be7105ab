import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { type UnknownHosts, unknownHosts } from './find-dealer.ts';

let now: number;
let lines: { host: string; requests: number }[];
let hosts: UnknownHosts;
beforeEach(() => {
  now = Date.parse('2026-07-01T00:00:00Z');
  lines = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  hosts = unknownHosts({ clock: { now: () => new Date(now) }, log });
});

it('PLAT-02 a host without a dealer is logged once a minute, and every request for it is counted', () => {
  for (let n = 0; n < 50; n += 1) hosts.note('www.forgotten.example');
  hosts.note('WWW.Forgotten.example');
  hosts.note('www.other.example');
  expect(lines.map(({ host }) => host)).toEqual(['www.forgotten.example', 'www.other.example']);
  now += MINUTE_MS;
  hosts.note('www.forgotten.example');
  expect(lines.at(-1)).toMatchObject({ host: 'www.forgotten.example', requests: 53 });
  expect(hosts.total()).toBe(53);
});

it('PLAT-02 made-up hosts fill neither the log nor the memory', () => {
  for (let n = 0; n < 5000; n += 1) hosts.note(`${n}.${'x'.repeat(5000)}`);
  expect(lines).toHaveLength(100);
  expect(Math.max(...lines.map(({ host }) => host.length))).toBe(253);
  hosts.note(undefined);
  expect(hosts.total()).toBe(5001);
});
