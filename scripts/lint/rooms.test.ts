import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCircle, importsOf, MAY_IMPORT, mayImport, queriesElsewhere, roomOf } from './rooms.ts';

describe('rooms', () => {
  it.each(Object.keys(MAY_IMPORT).filter((room) => room !== 'pages/api'))('room %s exists', (room) => {
    expect(existsSync(room === 'scripts' ? 'scripts' : `src/${room}`)).toBe(true);
  });

  it('every folder of src is a room of the table', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) expect(Object.keys(MAY_IMPORT)).toContain(name);
  });

  it('the table names only rooms it has', () => {
    for (const room of Object.values(MAY_IMPORT).flat()) expect(Object.keys(MAY_IMPORT)).toContain(room);
  });

  it.each([
    ['src/features/search/card.tsx', 'features/search'],
    ['src/config/sections/theme.ts', 'config/sections'],
    ['src/config/public/licences.ts', 'config/public'],
    ['src/dealer-files/problem.ts', 'dealer-files'],
    ['src/pages/api/watchlist/index.ts', 'pages/api'],
    ['src/pages/tenants/[dealer]/index.astro', 'pages'],
    ['src/middleware.ts', 'pages'],
    ['scripts/lint/rooms.ts', 'scripts'],
  ])('%s is in %s', (file, room) => {
    expect(roomOf(file)).toBe(room);
  });

  it.each([
    ['features/search', 'features/account'],
    ['features/search', 'server'],
    ['features/search', 'config'],
    ['domain', 'server'],
    ['ui', 'domain'],
    ['server', 'pages'],
    ['pages/api', 'providers'],
    ['pages', 'providers'],
    ['config/sections', 'config'],
    ['config', 'config/public'],
    ['routing', 'dealer-files'],
    ['domain', 'somewhere-new'],
  ])('%s may not import %s', (from, to) => {
    expect(mayImport(from, to)).toBe(false);
  });

  it.each([
    ['features/search', 'domain'],
    ['features/search', 'features/search'],
    ['server', 'providers'],
    ['pages', 'features/search'],
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
    ['src/server/leads/desk.ts', "await db.selectFrom('leads').execute()", true],
    ['src/server/leads/desk.ts', 'sql<number>`attempts + 1`', true],
    ['src/server/leads/desk.ts', "import { sql } from 'kysely';", true],
    ['src/server/leads/desk.ts', 'await findLead(db, dealer, id)', false],
    ['src/providers/database/leads.ts', "await db.selectFrom('leads').execute()", false],
  ])('a query in %s: %s', (file, text, isRefused) => {
    expect(queriesElsewhere(file, text)).toBe(isRefused);
  });
});
