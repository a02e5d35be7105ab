import { expect, it } from 'vitest';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import { offersChat, thirdPartyPolicy } from './third-party-policy.ts';

const CHAT = {
  label: 'Live chat',
  script: 'https://chat.example/widget.js',
  origins: ['https://api.chat.example'],
};
const dealership = (liveChat: boolean) => ({ switches: { liveChat } });
const SLOTS = [
  { place: 'home', title: 'Value my car', frame: 'https://tool.example/value?dealer=1' },
  { place: 'vehicle', title: 'Insure it', frame: 'https://insure.example/quote' },
];
const site = (more: object) =>
  ({
    analytics: {},
    leads: {},
    slots: [],
    dealerships: [dealership(false)],
    ...more,
  }) as unknown as PublicConfig;

it('CFG-02 a site without third-party services allows no other host', () => {
  expect(thirdPartyPolicy(site({}), 'home')).toEqual({ scripts: [], directives: [] });
});

it('CFG-02 a page allows only the frames of its own place', () => {
  expect(thirdPartyPolicy(site({ slots: SLOTS }), 'home').directives).toEqual([
    'frame-src https://tool.example',
  ]);
  expect(thirdPartyPolicy(site({ slots: SLOTS }), 'contact').directives).toEqual([]);
});

it('CFG-08 chat is allowed if a dealership has it, with the hosts it names', () => {
  const open = site({ chat: CHAT, dealerships: [dealership(false), dealership(true)] });
  expect(offersChat(open)).toBe(true);
  const { scripts, directives } = thirdPartyPolicy(open, undefined);
  expect(scripts).toEqual(["'self'", 'https://chat.example', 'https://api.chat.example']);
  expect(directives[0]).toBe('img-src https://chat.example https://api.chat.example');
  expect(directives[1]).toContain('wss://api.chat.example');
  const shut = site({ chat: CHAT });
  expect(offersChat(shut)).toBe(false);
  expect(thirdPartyPolicy(shut, undefined)).toEqual({ scripts: [], directives: [] });
  expect(offersChat(site({ dealerships: [dealership(true)] }))).toBe(false);
});

it('VDP-26 the message robot is allowed only on pages of cars', () => {
  const robot = site({ autobot: { script: 'https://robot.example/bot.js' } });
  expect(thirdPartyPolicy(robot, 'vehicle').scripts).toEqual(["'self'", 'https://robot.example']);
  expect(thirdPartyPolicy(robot, 'contact').scripts).toEqual([]);
});

it('ANL-07 each analytics account allows its own service', () => {
  const google = thirdPartyPolicy(site({ analytics: { googleTag: 'G-ABC1234567' } }), undefined);
  expect(google.scripts).toEqual(["'self'", 'https://www.googletagmanager.com']);
  expect(google.directives.join()).not.toContain('facebook');
  const meta = thirdPartyPolicy(site({ analytics: { metaPixel: '123456789' } }), undefined);
  expect(meta.scripts).toEqual(["'self'", 'https://connect.facebook.net']);
  expect(meta.directives).toEqual([
    'img-src https://www.facebook.com',
    'connect-src https://www.facebook.com',
  ]);
});

it('FORM-11 the challenge of forms is allowed if the dealer uses it', () => {
  const host = 'https://challenges.cloudflare.com';
  const { scripts, directives } = thirdPartyPolicy(site({ leads: { turnstileSiteKey: '1x0' } }), undefined);
  expect(scripts).toEqual(["'self'", host]);
  expect(directives).toEqual([`frame-src ${host}`]);
});
