import { type CompiledQuery, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openSqlite } from './engines/sqlite.ts';
import { statementName } from './trace-queries.ts';

const db = openSqlite(':memory:');
afterAll(() => db.destroy());

const STATEMENTS: [CompiledQuery, string, string | undefined][] = [
  [db.selectFrom('leads as l').selectAll().where('email', '=', 'a@example.com').compile(), 'select', 'leads'],
  [
    db.insertInto('installation_keys').values({ name: 'a', value: 'b' }).compile(),
    'insert',
    'installation_keys',
  ],
  [db.updateTable('leads').set({ email: 'a@example.com' }).compile(), 'update', 'leads'],
  [db.deleteFrom('leads').where('phone', '=', '0412345678').compile(), 'delete', 'leads'],
  [db.selectFrom(db.selectFrom('leads').select('id').as('a')).selectAll().compile(), 'select', undefined],
  [sql`select * from leads where phone = '0412345678'`.compile(db), 'select', undefined],
  [sql`drop table annabel`.compile(db), 'other', undefined],
];

it('PLAT-71 a statement is named by its operation and its table alone', () => {
  for (const [statement, operation, table] of STATEMENTS)
    expect(statementName(statement)).toEqual({ operation, ...(table && { table }) });
});
