import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DeliveriesSchema } from './feed-deliveries.ts';

const SFTP = {
  ...{ feed: 'carsales', url: 'sftp://files.example/stock/', user: 'yard', password: 'DEALER_YARD_FTP' },
  hostKey: `SHA256:${'A'.repeat(43)}`,
};

/** Paths and expectations of what is wrong. */
function mistakes(...deliveries: object[]): string[] {
  const { issues } = v.safeParse(DeliveriesSchema, deliveries);
  return (issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}

describe('FEED-23 the deliveries of a dealer file', () => {
  it.each<[string, ...object[]]>([
    ['by SFTP with a password', SFTP],
    ['by SFTP with a key', { ...SFTP, password: undefined, privateKey: 'DEALER_YARD_KEY' }],
    ['by FTPS at several times', { feed: 'csv', url: 'ftps://files.example/a.csv', at: ['05:30', '17:00'] }],
    ['by FTP every quarter of an hour', { feed: 'meta', url: 'ftp://files.example/', every: 15 }],
    ['of one feed to two places', SFTP, { ...SFTP, url: 'sftp://files.example/old/' }],
  ])('may be %s', (_, ...deliveries) => {
    expect(mistakes(...deliveries)).toEqual([]);
  });

  it.each([
    [
      'over https',
      { ...SFTP, url: 'https://files.example/stock/' },
      '0.url: an "sftp", "ftps" or "ftp" address',
    ],
    [
      'with a password in the address',
      { ...SFTP, url: 'sftp://u:p@files.example/' },
      '0.url: an address without',
    ],
    ['by SFTP without the key of the server', { ...SFTP, hostKey: undefined }, '0.hostKey: the "hostKey"'],
    ['by SFTP without a password', { ...SFTP, password: undefined }, '0.password: a "password" or'],
    ['of an unknown feed', { ...SFTP, feed: 'autotrader' }, '0.feed: one of google, meta'],
    ['at times and every so often', { ...SFTP, at: ['05:30'], every: 60 }, '0.at: either "every" or "at"'],
    ['at no time', { ...SFTP, at: [] }, '0.at: at least one time'],
    ['at a time that no clock has', { ...SFTP, at: ['25:00'] }, '0.at.0: a time as "HH:MM"'],
    ['every minute', { ...SFTP, every: 1 }, '0.every: '],
  ])('may not be %s', (_, delivery, expected) => {
    expect(mistakes(delivery)).toContainEqual(expect.stringContaining(expected));
  });

  it('may not put a feed at an address twice', () => {
    expect(mistakes(SFTP, { ...SFTP, user: 'another' })).toEqual(['null: each feed once at each "url"']);
  });
});
