import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { refusePicture } from './encode-image.ts';

const red = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#c33' } });
const STILL = 'not a JPEG, PNG, WebP, AVIF or GIF';

it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('CFG-22 a still %s is a picture', async (format) => {
  expect(await refusePicture(await red().toFormat(format).toBuffer())).toBeUndefined();
});

it.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/"/></svg>'],
  ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['PDF', '%PDF-1.7\n1 0 obj'],
  ['HTML', '<!doctype html><img src=x>'],
  ['nothing', ''],
  ['TIFF', 'II*\0\u0008\0\0\0'],
])('CFG-22 %s is not a picture, whatever its name', async (_, text) => {
  expect(await refusePicture(Buffer.from(text, 'latin1'))).toBe(STILL);
});

it('CFG-22 the first bytes of a picture before other data are not a picture', async () => {
  const disguised = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg/>')]);
  expect(await refusePicture(disguised)).toBe('a damaged picture');
});

it('CFG-22 a truncated picture is refused', async () => {
  const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919) % 251));
  const whole = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer();
  expect(await refusePicture(whole)).toBeUndefined();
  expect(await refusePicture(whole.subarray(0, whole.length / 2))).toBe('a damaged picture');
});

it('CFG-22 an animated picture is refused', async () => {
  const frames = await sharp({ create: { width: 8, height: 16, channels: 3, background: '#c33' } })
    .composite([
      { input: { create: { width: 8, height: 8, channels: 3, background: '#3c3' } }, top: 0, left: 0 },
    ])
    .raw()
    .toBuffer();
  const moving = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .gif({ delay: [50, 50], loop: 0 })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  expect(await refusePicture(moving)).toBe('a moving picture');
});

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** A black PNG with one bit per pixel, a few KB for any size. */
function blackPng(width: number, height = width): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

it('CFG-22 a small file that opens to more than a hundred million pixels is refused', async () => {
  expect(await refusePicture(blackPng(1000))).toBeUndefined();
  const bomb = blackPng(12_000);
  expect(bomb.length).toBeLessThan(100_000);
  expect(await refusePicture(bomb)).toBe('too many pixels');
});

it('CFG-22 a picture of one long row or column is refused by its header, before it is unpacked', async () => {
  const refusal = 'a side of more than 16,384 pixels';
  expect(await refusePicture(blackPng(1, 1_000_000))).toBe(refusal);
  expect(await refusePicture(blackPng(16_385, 1))).toBe(refusal);
  expect(await refusePicture(blackPng(16_384, 1))).toBeUndefined();
});
