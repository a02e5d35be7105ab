import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCircle, importsOf, MAY_IMPORT, mayImport, partOf, queriesElsewhere } from './rooms.ts';

describe('rooms', () => {
  it('every folder of src is in the table', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== 'decisions',
    );
    for (const { name } of folders) {
      const file = name === 'features' ? 'src/features/search/facets.ts' : `src/${name}/x.ts`;
      expect(Object.keys(MAY_IMPORT)).toContain(partOf(file).part);
    }
  });

  it('a slice has rules and three folders that are told apart', () => {
    const parts = readdirSync('src/features', { withFileTypes: true }).map(({ name }) => [
      partOf(`src/features/${name}/x.ts`).part,
      partOf(`src/features/${name}/server/x.ts`).part,
    ]);
    for (const part of parts) expect(part).toEqual(['rules', 'server']);
  });

  it('the table names only parts it has', () => {
    for (const part of Object.values(MAY_IMPORT).flat()) expect(Object.keys(MAY_IMPORT)).toContain(part);
  });

  it.each([
    ['src/features/search/view/cards/VehicleCard.tsx', { part: 'view', slice: 'search' }],
    ['src/features/search/url/url-codec.ts', { part: 'rules', slice: 'search' }],
    ['src/config/sections/site/theme-section.ts', { part: 'config/sections' }],
    ['src/config/public/dealer-facts.ts', { part: 'config/public' }],
    ['src/platform/http/cookies.ts', { part: 'platform' }],
    ['src/platform/ui/Icon.astro', { part: 'ui' }],
    ['src/server/http/site-server.ts', { part: 'process' }],
    ['src/pages/api/watchlist/index.ts', { part: 'pages/api' }],
    ['src/pages/tenants/[dealer]/index.astro', { part: 'pages' }],
    ['src/middleware.ts', { part: 'pages' }],
    ['scripts/lint/rooms.ts', { part: 'scripts' }],
  ])('%s is in %o', (file, part) => {
    expect(partOf(file)).toMatchObject(part);
  });

  const VIEW = 'src/features/search/view/x.tsx';
  it.each([
    [VIEW, 'src/features/account/view/y.tsx'],
    [VIEW, 'src/features/search/server/y.ts'],
    [VIEW, 'src/config/environment.ts'],
    ['src/features/search/facets.ts', 'src/features/search/server/y.ts'],
    ['src/features/search/facets.ts', 'src/features/search/client/y.ts'],
    ['src/platform/http/cookies.ts', 'src/features/search/facets.ts'],
    ['src/platform/ui/dom/toast.ts', 'src/platform/http/cookies.ts'],
    ['src/features/search/server/y.ts', 'src/server/http/site-server.ts'],
    ['src/server/http/site-server.ts', 'src/pages/api/y.ts'],
    ['src/pages/api/y.ts', 'src/publishing/y.ts'],
    ['src/config/sections/site/theme-section.ts', 'src/config/environment.ts'],
    ['src/config/environment.ts', 'src/config/public/y.ts'],
    ['src/platform/http/cookies.ts', 'src/somewhere-new/y.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(mayImport(from, to)).toBe(false);
  });

  it.each([
    [VIEW, 'src/features/search/view/filters/y.tsx'],
    [VIEW, 'src/features/account/client/y.store.ts'],
    [VIEW, 'src/features/finance/repayment.ts'],
    ['src/features/search/server/y.ts', 'src/features/stock/server/y.ts'],
    ['src/features/search/server/y.ts', 'src/server/services.ts'],
    ['src/server/http/site-server.ts', 'src/features/search/server/y.ts'],
    ['src/pages/tenants/y.astro', VIEW],
  ])('%s may import %s', (from, to) => {
    expect(mayImport(from, to)).toBe(true);
  });
});

describe('imports', () => {
  it('types, re-exports and lazy imports count', () => {
    const text = `
      import type { A } from '#src/a.ts';
      export type { B } from '#src/b.ts';
      export * from './c.ts';
      const d = await import('./d.ts');
      type E = import('./e.ts').E;
      // import './f.ts';
    `;
    expect(importsOf('x.ts', text).sort()).toEqual(
      ['#src/a.ts', '#src/b.ts', './c.ts', './d.ts', './e.ts'].sort(),
    );
  });

  it('an Astro file is read in its frontmatter and its scripts, not in its markup', () => {
    const text = `---\nimport A from '#src/a.astro';\n---\n<p>import './no.ts'</p>\n<script>\n  import './b.ts';\n</script>`;
    expect(importsOf('x.astro', text)).toEqual(['#src/a.astro', './b.ts']);
  });
});

describe('circles', () => {
  const circleIn = (edges: Record<string, string[]>) => findCircle(new Map(Object.entries(edges)));

  it('a circle is named from file to file', () => {
    expect(circleIn({ a: ['b'], b: ['c'], c: ['b'] })).toEqual(['b', 'c', 'b']);
    expect(circleIn({ a: ['a'] })).toEqual(['a', 'a']);
  });

  it('two paths to one file are no circle', () => {
    expect(circleIn({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toBeUndefined();
  });

  it.each([
    ['src/features/leads/server/desk.ts', "await db.selectFrom('leads').execute()", true],
    ['src/features/leads/server/desk.ts', 'sql<number>`attempts + 1`', true],
    ['src/features/leads/server/desk.ts', "import { sql } from 'kysely';", true],
    ['src/features/leads/server/desk.ts', 'await findLead(db, dealer, id)', false],
    ['src/features/leads/server/queries/lead-queries.ts', "await db.selectFrom('leads').execute()", false],
  ])('a query in %s: %s', (file, text, isRefused) => {
    expect(queriesElsewhere(file, text)).toBe(isRefused);
  });
});
