import { describe, expect, it } from 'vitest';
import { at, CHECKOUT, on, VALUATION } from '../../../tests/fixtures/resolved-address.ts';

describe('gates', () => {
  const SIGN_IN = { 'account.signIn': true };
  const signIn = (type: string, redirect: string, back = '/') =>
    `302 /sign-in?${new URLSearchParams({ type, redirect, back })}`;

  it.each([
    ['account.myGarage', { 'account.myGarage': true }, '/my-garage', 'my-garage'],
    ['account.onlinePayment', { 'account.onlinePayment': true }, '/online-payment', 'online-payment'],
  ])('NAV-08 %s: its page is always gated, and there only with sign-in', (_switch, settings, path, type) => {
    expect(at({ ...SIGN_IN, ...settings }, path)).toBe(signIn(type, path));
    expect(at(settings, path)).toBe('unknown');
    expect(at(SIGN_IN, path)).toBe('unknown');
  });

  it.each([
    ['checkout', CHECKOUT, '/cars/x/checkout', 'checkout', '/cars/x'],
    [
      'checkout',
      { ...CHECKOUT, 'links.checkout': '/checkout-journey' },
      '/checkout-journey?car_id=x',
      'checkout',
      '/cars/x',
    ],
    ['spinToWin', on('spin-to-win'), '/spin-to-win', 'spin-to-win', '/'],
    ['personalisedFinance', on('personalised-finance'), '/personalised/finance?car_id=1', 'finance', '/'],
    ['equifaxFinance', on('finance'), '/finance?car_id=1', 'car-finance', '/'],
    [
      'equifaxFinance',
      { ...on('finance'), 'links.finance': '/apply-for-finance' },
      '/apply-for-finance',
      'car-finance',
      '/',
    ],
    ['tradeIn', on('trade-in'), '/trade-in', 'trade-in', '/'],
    ['tradeIn', on('trade-in'), '/cars/trade-in?car_id=1', 'trade-in', '/'],
    ['tradeIn', on('trade-in'), `${VALUATION}/offer`, 'trade-in', '/'],
    [
      'sellMyCar',
      { ...on('trade-in'), 'links.tradeIn': '/sell-my-car' },
      `${VALUATION}/offer`,
      'trade-in',
      '/',
    ],
    ['sellMyCar', { ...on('trade-in'), 'links.tradeIn': '/sell-my-car' }, '/sell-my-car', 'trade-in', '/'],
  ])('AUTH-07 account.gates.%s: %j gates %s as %s', (gate, settings, path, type, back) => {
    const key = `account.gates.${gate}`;
    expect(at({ ...settings, ...SIGN_IN, [key]: true }, path)).toBe(signIn(type, path, back));
    expect(at({ ...settings, ...SIGN_IN, [key]: false }, path)).toMatch(/^(page|stock) /);
    expect(at({ ...settings, [key]: true }, path)).toMatch(/^(page|stock) /);
  });

  it('AUTH-07 what is gated where a dealer says nothing of it', () => {
    const site = {
      ...SIGN_IN,
      ...CHECKOUT,
      ...on('spin-to-win', 'personalised-finance', 'finance', 'trade-in'),
    };
    const gated = (path: string) => at(site, path).startsWith('302 /sign-in');
    const always = ['/cars/x/checkout', '/spin-to-win', '/personalised/finance'];
    expect(always.map(gated)).toEqual([true, true, true]);
    expect(['/finance', '/trade-in', '/cars/trade-in'].map(gated)).toEqual([false, false, false]);
  });
});
