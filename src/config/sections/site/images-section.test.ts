import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ImagesSchema } from './images-section.ts';

const messageOf = (cdn: string) => v.safeParse(ImagesSchema, { cdn }).issues?.[0]?.message;

it.each([
  'https://img.example.com/{id}/v{version}?w={width}&q={quality}&fm={format}&crop={crop}',
  'https://img.example.com:8443/images/{id}/v{version}/w{width}-q{quality}.{format}',
  'https://cdn.example.com/cdn-cgi/image/width={width},quality={quality},format={format}/{id}',
])('CFG-22 the template %s is accepted', (cdn) => {
  expect(v.parse(ImagesSchema, { cdn })).toEqual({ cdn });
});

it.each([
  ['http://img.example.com/{id}?w={width}&q={quality}&fm={format}', /an https address/],
  ['https://{id}.example.com/?w={width}&q={quality}&fm={format}', /an https address/],
  ['https://user:pass@img.example.com/{id}?w={width}&q={quality}&fm={format}', /an https address/],
  ['https://img.example.com/{id} {width} {quality} {format}', /without spaces/],
  ['https://img.example.com/{id}?w={width}&q={quality}&fm={format},', /an https address/],
  ['https://img.example.com/{id}?w={width}&q={quality}', /holds \{id\}, \{width\}, \{quality\}, \{format\}/],
  ['https://img.example.com/{id}?w={width}&q={quality}&fm={format}&h={height}', /no other placeholders/],
])('CFG-22 the template %s is refused with a message', (cdn, words) => {
  expect(messageOf(cdn)).toMatch(words);
});

it('CFG-22 without a CDN no setting is needed', () => {
  expect(v.parse(ImagesSchema, {})).toEqual({});
});
