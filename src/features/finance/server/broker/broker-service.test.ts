import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';
import { brokerAddress, brokerService } from './broker-service.ts';

const SITE_SECRET = 'a secret of at least thirty-two characters';
const broker = { origins: ['https://apply.example.com'] };

describe('brokerAddress', () => {
  it('FIN-04 continues at the origins of the broker', () => {
    const address = 'https://apply.example.com/start?id=1';
    expect(brokerAddress(broker, address)).toBe(address);
  });

  it.each([
    'https://apply.example.com.evil.example/',
    'https://apply.example.com@evil.example/',
    'https://user:word@apply.example.com/',
    'http://apply.example.com/',
    'https://apply.example.com:8443/',
    '//apply.example.com/',
    '/start',
    'javascript:alert(1)',
    'data:text/html,hello',
    '',
    'https://evil.example/?https://apply.example.com',
  ])('FIN-04 does not continue at %s', (address) => {
    expect(brokerAddress(broker, address)).toBeUndefined();
  });
});

describe('brokerService', () => {
  it('FIN-04 there is none unless the environment names one', () => {
    expect(brokerService(readEnvironment({ SITE_SECRET }))).toBeUndefined();
    const named = readEnvironment({
      SITE_SECRET,
      BROKER_URL: 'https://api.example.com',
      BROKER_ORIGINS: 'https://apply.example.com, https://two.example.com',
    });
    expect(brokerService(named)).toMatchObject({
      name: 'youX',
      origins: ['https://apply.example.com', 'https://two.example.com'],
    });
  });

  it.each([
    'apply.example.com',
    'https://apply.example.com/path',
    'http://apply.example.com',
    '*',
    'https://*',
  ])('FIN-04 the environment refuses the origin %s', (origin) => {
    expect(() => readEnvironment({ SITE_SECRET, BROKER_ORIGINS: origin })).toThrow('BROKER_ORIGINS');
  });
});
