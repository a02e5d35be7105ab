import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { asFailure, isLost } from './postgres-failure.ts';

const fromServer = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), {
    code,
    detail: 'Key (email)=(annabel@example.com) already exists.',
    where: 'unnamed portal parameter $3 = annabel@example.com',
    routine: 'pg_strtoint32_safe',
  });

it('FORM-11 a failure of Postgres reports the cause and no value', () => {
  const twice = asFailure(fromServer('23505', 'duplicate key value violates unique constraint "leads_pkey"'));
  expect(twice.message).toBe('Postgres: duplicate key value violates unique constraint "leads_pkey" (23505)');
  const wrong = asFailure(
    fromServer('22P02', 'invalid input syntax for type integer: "annabel@example.com"'),
  );
  expect(wrong.message).toBe('Postgres refused a value (22P02, pg_strtoint32_safe)');
  for (const failure of [twice, wrong]) {
    expect(JSON.stringify({ ...failure, stack: failure.stack })).not.toContain('annabel');
    expect(failure.cause).toBeUndefined();
  }
});

it('FORM-11 a server that is unavailable is reported by the first address that was tried', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  const both = Object.assign(new AggregateError([refused, refused], ''), { code: 'ECONNREFUSED' });
  expect(asFailure(both).message).toBe('Postgres: connect ECONNREFUSED ::1:5432 (ECONNREFUSED)');
});

it.each([
  ['a unique value twice', fromServer('23505', 'duplicate'), false],
  ['a full disk', fromServer('53100', 'could not extend file'), false],
  ['a statement that took too long', fromServer('57014', 'canceling statement'), false],
  ['a server that shuts down', fromServer('57P01', 'terminating connection'), true],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
  ['silence', new Error('Query read timeout'), true],
])('FORM-11 after %s the connection is usable or not', (_, error, lost) => {
  expect(isLost(error)).toBe(lost);
});
