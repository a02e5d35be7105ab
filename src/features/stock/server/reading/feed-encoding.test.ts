import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FeedEncoding } from '#src/config/sections/stock/feed-section.ts';
import { encodingOf, textOf } from './feed-encoding.ts';

const folder = mkdtempSync(join(tmpdir(), 'feed-encoding-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: Buffer | string): string {
  const file = join(folder, 'feed');
  writeFileSync(file, bytes);
  return file;
}

/** Bytes of a text in an encoding of one byte a character. */
function bytesIn(encoding: FeedEncoding, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Buffer.from([...text].map((character) => byteOf.get(character) ?? 0x3f));
}

const readAs = (bytes: Buffer | string, stated?: FeedEncoding) => {
  const file = fileOf(bytes);
  const found = encodingOf(file, stated);
  return { ...found, text: [...textOf(file, found.encoding)].join('') };
};

const ROWS = 'make,colour\nCitroën,Rosé métallisé\nŠkoda,Größe über alles\nPeugeot,Noir “Perla” – 19” ½\n';
const WESTERN = 'make,colour\nCitroën,Rosé métallisé\nOpel,Größe über alles\nPeugeot,Bleu à côté\n';
const PRICES = 'make,price,model\nCitroën,12.000 €,Rosé\nPeugeot,9.500 €,Cœur\n';

describe('the encoding of a feed', () => {
  it.each([
    ['UTF-8', Buffer.from(ROWS), 'utf-8'],
    ['UTF-8', Buffer.from(`\ufeff${ROWS}`), 'utf-8'],
    ['UTF-16LE', Buffer.from(`\ufeff${ROWS}`, 'utf16le'), 'utf-16le'],
    ['UTF-16BE', Buffer.from(`\ufeff${ROWS}`, 'utf16le').swap16(), 'utf-16be'],
  ] as const)(
    'FEED-05 %s is read by its mark or by default, and nothing is reported',
    (_, bytes, encoding) => {
      expect(readAs(bytes)).toEqual({ encoding, isFound: false, text: ROWS });
    },
  );

  it.each([
    ['utf-16le', Buffer.from(ROWS, 'utf16le'), ROWS],
    ['utf-16be', Buffer.from(ROWS, 'utf16le').swap16(), ROWS],
    ['windows-1252', bytesIn('windows-1252', ROWS), ROWS],
    ['windows-1252', bytesIn('windows-1252', WESTERN), WESTERN],
    ['macintosh', bytesIn('macintosh', WESTERN), WESTERN],
    ['iso-8859-15', bytesIn('iso-8859-15', PRICES), PRICES],
  ] as const)('FEED-05 %s is found by its bytes', (encoding, bytes, text) => {
    expect(readAs(bytes)).toEqual({ encoding, isFound: true, text });
  });

  it.each(['windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh'] as const)(
    'FEED-05 %s is read as the settings say',
    (encoding) => {
      expect(readAs(bytesIn(encoding, WESTERN), encoding)).toEqual({
        encoding,
        isFound: false,
        text: WESTERN,
      });
    },
  );

  it('FEED-05 the declaration of XML counts, unless the bytes are UTF-8', () => {
    const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><s><m>Citroën é</m></s>`;
    const latin = bytesIn('iso-8859-15', xml('ISO-8859-15'));
    expect(readAs(latin)).toMatchObject({ encoding: 'iso-8859-15', isFound: false });
    expect(readAs(bytesIn('windows-1252', xml('latin1')))).toMatchObject({ encoding: 'windows-1252' });
    expect(readAs(xml('ISO-8859-1'))).toEqual({ encoding: 'utf-8', isFound: true, text: xml('ISO-8859-1') });
    expect(readAs(bytesIn('windows-1252', xml('utf-8')))).toMatchObject({
      ...{ encoding: 'windows-1252', isFound: true },
    });
  });

  it('FEED-05 a character that falls between two parts of the file is whole', () => {
    const text = `${'a'.repeat(256 * 1024 - 1)}éü€`;
    expect(readAs(text)).toEqual({ encoding: 'utf-8', isFound: false, text });
  });

  it('FEED-05 single bytes that are no UTF-8 do not change the encoding of the others', () => {
    const bytes = Buffer.concat([Buffer.from(ROWS), Buffer.from([0xe9, 0x0a])]);
    expect(readAs(bytes)).toMatchObject({ encoding: 'utf-8', text: expect.stringContaining('Citroën') });
  });

  it.each([
    ['an Excel workbook', [0xd0, 0xcf, 0x11, 0xe0]],
    ['a PDF', [0x25, 0x50, 0x44, 0x46]],
    ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
    ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
    ['binary data', [1, 0, 0, 2, 0, 0, 3, 0, 0, 4]],
  ])('FEED-24 %s is named as what it is', (what, bytes) => {
    expect(() => encodingOf(fileOf(Buffer.from(bytes)), undefined)).toThrow(
      new RegExp(`feed: ${what}, not text`),
    );
  });
});
