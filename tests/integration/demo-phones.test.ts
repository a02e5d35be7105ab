import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalSms, localSms } from '#src/platform/sms/local-sms.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { type RunningDemoCrm, startDemoCrm } from '../../scripts/demo/crm/demo-crm.ts';
import { tempFolder } from '../fixtures/http-site.ts';

let dataDir: string;
let crm: RunningDemoCrm;
let sms: LocalSms;
beforeAll(async () => {
  dataDir = tempFolder();
  sms = localSms(fixedClock('2026-07-01T00:00:00Z'));
  crm = await startDemoCrm({ port: 0, dataDir, keys: {}, texts: () => sms.arrivals });
});
afterAll(async () => {
  await crm.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const page = async () => (await fetch(`${crm.url}/texts`)).text();
const send = (text: string) => sms.send({ to: '+61412345678', text, validSeconds: 600 });

it('AUTH-01 the phones of the demo show what arrived, newest first, and nothing that did not', async () => {
  expect(await page()).toContain('Nothing here yet.');
  await send('First @site #111111');
  await send('<b>Second</b> @site #222222');
  sms.behave('silent');
  await send('Third @site #333333');
  const shown = await page();
  expect(shown).toContain('2 text messages');
  expect(shown).toContain('04 1234 5678');
  expect(shown).toContain('&lt;b&gt;Second');
  expect(shown).not.toContain('333333');
  expect(shown.indexOf('222222')).toBeLessThan(shown.indexOf('111111'));
});

it('AUTH-01 messages of a long demo do not pile up', async () => {
  sms.behave('answers');
  for (let n = 0; n < 300; n += 1) await send(`Message ${n}`);
  expect(sms.arrivals).toHaveLength(200);
  expect(sms.arrivals.at(-1)?.text).toBe('Message 299');
});
