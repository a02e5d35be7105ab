import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { openAccountStage } from '../../scripts/bench/account/account-stage.ts';
import { tenantRows } from '../../scripts/bench/account/tenant-rows.ts';
import { holds } from '../../scripts/bench/measurement.ts';
import { databasePlace } from '../fixtures/test-database.ts';

it('AUTH-04 FAV-05 BUY-01 no page and no endpoint gives or changes what another dealer’s shopper has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-tenants-'));
  const renderPage = await loadPages(inject('pagesEntry'));
  const variables = new Set(Object.keys(process.env));
  const freshPlace = () => databasePlace(join(folder, 'data'));
  const stage = await openAccountStage({ freshPlace }, renderPage);
  try {
    const rows = await tenantRows({ isTiny: true }, stage, 'here');
    expect(rows.filter((row) => !holds(row))).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  } finally {
    await stage.stop();
    // The secrets of its payments: with them, dealers of other tests would take deposits.
    for (const name of Object.keys(process.env)) if (!variables.has(name)) delete process.env[name];
    rmSync(folder, { recursive: true, force: true });
  }
});
