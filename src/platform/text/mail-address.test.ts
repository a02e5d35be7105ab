import { expect, it } from 'vitest';
import { isPlainAddress } from './safe-text.ts';

it.each(['a@b.example', "o'brien+cars@mail.dealer.com.au", 'x_y.z-1@d-1.example'])(
  'FORM-11 %s is a plain address',
  (text) => expect(isPlainAddress(text)).toBe(true),
);

it.each([
  '',
  'a',
  'a@b',
  '@b.example',
  'a@b.example,c@d.example',
  'a@b.example\n',
  ' a@b.example',
  'a b@c.example',
  '"a"@b.example',
  'a@-b.example',
  'a@b-.example',
  'a@b..example',
  'a../../etc/passwd@b.example',
  'a..b@c.example',
  '.a@b.example',
  'a.@b.example',
  `a@${'b'.repeat(64)}.example`,
  'a@[127.0.0.1]',
  'A <a@b.example>',
  'ä@b.example',
  'a@bücher.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b.'.repeat(130)}example`,
])('FORM-11 %j is none', (text) => expect(isPlainAddress(text)).toBe(false));
