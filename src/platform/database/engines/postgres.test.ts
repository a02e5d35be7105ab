import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { asFailure, isLost } from './postgres.ts';

const fromServer = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), {
    code,
    detail: 'Key (email)=(annabel@example.com) already exists.',
    where: 'unnamed portal parameter $3 = annabel@example.com',
    routine: 'pg_strtoint32_safe',
  });

it('FORM-11 a failure of Postgres reports the cause and no value', () => {
  const twice = asFailure(fromServer('23505', 'duplicate key value violates unique constraint "leads_pkey"'));
  expect(twice.message).toBe(
    'Postgres refused a statement (23505). Details: duplicate key value violates unique constraint "leads_pkey"',
  );
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
  const of = { code: 'ECONNREFUSED', syscall: 'connect', address: '::1', port: 5432 };
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), of);
  const both = Object.assign(new AggregateError([refused, refused], ''), { code: 'ECONNREFUSED' });
  expect(asFailure(both).message).toBe(
    'Postgres cannot be reached at DATABASE_URL: nothing listens at ::1:5432 (ECONNREFUSED)',
  );
});

it.each([
  [
    '28P01',
    'password authentication failed for user "x"',
    'Postgres refused the user or the password of DATABASE_URL; correct them (28P01)',
  ],
  [
    '3D000',
    'database "x" does not exist',
    'Postgres has no database of that name; create it, or correct DATABASE_URL (3D000)',
  ],
  [
    '57P03',
    'the database system is starting up',
    'Postgres is starting or stopping; try again in a moment (57P03)',
  ],
])('FORM-11 what a person can correct is reported with the remedy: %s', (code, message, told) => {
  expect(asFailure(fromServer(code, message)).message).toBe(told);
});

it('FORM-11 what the driver finds itself is a detail', () => {
  expect(asFailure(new Error('Connection terminated unexpectedly')).message).toBe(
    'Postgres cannot be reached at DATABASE_URL: the connection failed. Details: Connection terminated unexpectedly',
  );
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
