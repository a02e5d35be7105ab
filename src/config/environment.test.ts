import { describe, expect, it } from 'vitest';
import { readDatabaseLocation, readEnvironment, secretNamed } from './environment.ts';

const SITE_SECRET = 'a random text of thirty-two chars or more';

it('CFG-23 only the secret has to be set', () => {
  expect(readEnvironment({ SITE_SECRET })).toMatchObject({
    PORT: 4321,
    HOST: '127.0.0.1',
    MEILI_HOST: 'http://127.0.0.1:7700',
    MEILI_INDEX: 'vehicles',
    LOG_LEVEL: 'info',
  });
});

it('CFG-23 all mistakes are reported together, and no value is repeated', () => {
  const wrong = { SITE_SECRET: 'hunter2', PORT: 'eighty', MEILI_HOST: 'here', LOG_LEVEL: 'loud' };
  expect(() => readEnvironment(wrong)).toThrowErrorMatchingInlineSnapshot(`
    [Error: The environment is not complete:
      PORT: expected a port number, 0 to 65535; 0 picks a free one
      MEILI_HOST: expected the address of Meilisearch
      SITE_SECRET: expected a random text of at least 32 characters
      LOG_LEVEL: expected one of "silent", "error", "warn", "info", "debug"]
  `);
  expect(() => readEnvironment(wrong)).not.toThrow(/hunter2/);
});

it('CFG-23 a mail server, a sender or an address for alarms that is empty counts as not set', () => {
  const set = {
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'a@example.com',
    OPS_WEBHOOK: 'https://x.example',
  };
  expect(readEnvironment({ SITE_SECRET, ...set })).toMatchObject(set);
  const empty = { SMTP_URL: '', MAIL_FROM: '', OPS_WEBHOOK: '' };
  expect(readEnvironment({ SITE_SECRET, ...empty })).toEqual(readEnvironment({ SITE_SECRET }));
  expect(() => readEnvironment({ SITE_SECRET: '' })).toThrow(/SITE_SECRET is not set/);
});

it('CFG-23 FORM-11 the database is SQLite unless DATABASE_URL names a Postgres, whose password is never repeated', () => {
  expect(readDatabaseLocation({})).toEqual({ DATA_DIR: '.data', DATABASE_URL: '' });
  expect(readEnvironment({ SITE_SECRET, DATABASE_CONNECTIONS: '4' })).toMatchObject({
    DATABASE_CONNECTIONS: 4,
  });
  for (const DATABASE_CONNECTIONS of ['1', '0', 'many', '1000'])
    expect(() => readEnvironment({ SITE_SECRET, DATABASE_CONNECTIONS })).toThrow(
      /DATABASE_CONNECTIONS: expected/,
    );
  const DATABASE_URL = 'postgres://ops:hunter2@db.internal/forecourt';
  expect(readEnvironment({ SITE_SECRET, DATABASE_URL })).toMatchObject({ DATABASE_URL });
  for (const wrong of ['mysql://ops:hunter2@db.internal/forecourt', 'hunter2']) {
    expect(() => readDatabaseLocation({ DATABASE_URL: wrong })).toThrow(/DATABASE_URL: expected the address/);
    expect(() => readDatabaseLocation({ DATABASE_URL: wrong })).not.toThrow(/hunter2/);
  }
});

it('CFG-23 a missing secret is reported with its purpose', () => {
  expect(() => readEnvironment({})).toThrowErrorMatchingInlineSnapshot(`
    [Error: The environment is not complete:
      SITE_SECRET is not set: it takes random text of at least 32 characters that signs form keys. After a change, forms already open lose their double-submit protection]
  `);
});

it.each(['-1', '65536', '80.5', 'http', '80 81', ''])('CFG-23 port "%s" is refused', (PORT) => {
  expect(() => readEnvironment({ SITE_SECRET, PORT })).toThrow(/PORT: expected/);
});

it('CFG-22 by default pictures take a gigabyte at most and come from no private host', () => {
  expect(readEnvironment({ SITE_SECRET })).toMatchObject({
    IMAGE_CACHE_MB: 1000,
    AVIF_EFFORT: 3,
    PICTURE_HOSTS: [],
  });
  const said = {
    IMAGE_CACHE_MB: '250',
    AVIF_EFFORT: '0',
    PICTURE_HOSTS: ' Pictures.internal:8080, [fd00::1]:80 ,10.0.0.7:443',
  };
  expect(readEnvironment({ SITE_SECRET, ...said })).toMatchObject({
    IMAGE_CACHE_MB: 250,
    AVIF_EFFORT: 0,
    PICTURE_HOSTS: ['pictures.internal:8080', '[fd00::1]:80', '10.0.0.7:443'],
  });
});

it.each([
  ['IMAGE_CACHE_MB', '0'],
  ['IMAGE_CACHE_MB', '1 GB'],
  ['AVIF_EFFORT', '10'],
  ['AVIF_EFFORT', 'most'],
  ['PICTURE_HOSTS', 'pictures.internal'],
  ['PICTURE_HOSTS', 'http://pictures.internal:80'],
  ['PICTURE_HOSTS', 'a:80 b:80'],
])('CFG-22 %s "%s" is refused', (name, text) => {
  expect(() => readEnvironment({ SITE_SECRET, [name]: text })).toThrow(new RegExp(`${name}: expected`));
});

describe('secrets of dealers', () => {
  it('CFG-23 are looked up by the name the dealer file gives', () => {
    expect(secretNamed('DEALER_HARBOUR_CRM_KEY', { DEALER_HARBOUR_CRM_KEY: 'k' })).toBe('k');
  });

  it('CFG-23 are those that begin with DEALER_, or that the operator lists, and never the installation’s own', () => {
    const from = { SITE_SECRET, SMTP_URL: 'smtps://x', HOME: '/root', CRM_KEY: 'k', MAPS_BROWSER_KEY: 'm' };
    for (const name of ['SITE_SECRET', 'SMTP_URL', 'HOME', 'CRM_KEY'])
      expect(secretNamed(name, from)).toBeUndefined();
    expect(secretNamed('MAPS_BROWSER_KEY', from)).toBe('m');
    expect(secretNamed('CRM_KEY', { ...from, DEALER_VARIABLES: 'OTHER_KEY, CRM_KEY' })).toBe('k');
    const changing = { CRM_KEY_NEXT: 'n', DEALER_VARIABLES: 'CRM_KEY' };
    expect(secretNamed('CRM_KEY_NEXT', changing)).toBe('n');
    expect(secretNamed('SITE_SECRET', { ...from, DEALER_VARIABLES: 'SITE_SECRET' })).toBeUndefined();
    expect(secretNamed('DEALER_VARIABLES', { DEALER_VARIABLES: 'CRM_KEY' })).toBeUndefined();
    expect(() => readEnvironment({ SITE_SECRET, DEALER_VARIABLES: 'CRM_KEY, MEILI_KEY' })).toThrow(
      /DEALER_VARIABLES: expected names of variables that Forecourt does not read itself/,
    );
  });

  it('CFG-23 an empty one counts as none', () => {
    expect(secretNamed('DEALER_HARBOUR_CRM_KEY', { DEALER_HARBOUR_CRM_KEY: '' })).toBeUndefined();
    expect(secretNamed('DEALER_HARBOUR_CRM_KEY', {})).toBeUndefined();
  });
});

it('FORM-11 limits of leads and trusted proxies are read, with sane defaults', () => {
  expect(readEnvironment({ SITE_SECRET })).toMatchObject({
    LEAD_LIMITS: {
      address: { hold: 20, refuse: 200 },
      phone: { hold: 10 },
      site: { hold: 200, refuse: 5000 },
    },
    TRUSTED_PROXIES: [],
  });
  const said = { LEAD_LIMITS: 'address=1/2 phone=3 site=4/5', TRUSTED_PROXIES: ' 10.0.0.0/8,::1, 192.0.2.1' };
  expect(readEnvironment({ SITE_SECRET, ...said })).toMatchObject({
    LEAD_LIMITS: { address: { hold: 1, refuse: 2 }, phone: { hold: 3 }, site: { hold: 4, refuse: 5 } },
    TRUSTED_PROXIES: ['10.0.0.0/8', '::1', '192.0.2.1'],
  });
});

it.each([
  ['LEAD_LIMITS', 'address=20'],
  ['LEAD_LIMITS', 'address=20/10 phone=1 site=1/2'],
  ['LEAD_LIMITS', 'address=-1/10 phone=1 site=1/2'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0/8'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/9'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
])('FORM-11 %s "%s" is refused', (name, text) => {
  expect(() => readEnvironment({ SITE_SECRET, [name]: text })).toThrow(new RegExp(`${name}: expected`));
});
