import { describe, expect, it } from 'vitest';
import { type BrokenRow, type FeedRow, MAX_NESTING, MAX_ROW_LENGTH } from './feed-content.ts';
import { findXmlRows, readXmlFeed } from './xml-feed.ts';

/** Read in parts of this length, so that every boundary falls somewhere. */
function* partsOf(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

function read(text: string, columns: readonly string[], { rows = '', length = 7 } = {}) {
  const mapped = new Set(columns);
  const found: (FeedRow | BrokenRow)[] = [];
  const path = rows === '' ? (findXmlRows('feed.xml', text, mapped) ?? []) : rows;
  const { columns: names } = readXmlFeed('feed.xml', partsOf(text, length), path, mapped, (row) =>
    found.push(row),
  );
  return { rows: found, names: [...names], cells: found.map((row) => ('cells' in row ? row.cells : row)) };
}

const STOCK = `<?xml version="1.0"?>
<export dealer="12"><created>today</created>
  <stock>
    <vehicle id="U1">
      <make>Citroën</make>
      <price currency="AUD">9990</price>
      <photos><photo order="2">https://img.example/2.jpg?a=1&amp;b=2</photo><photo order="1">https://img.example/1.jpg</photo></photos>
      <attribute name="Colour">Red</attribute><attribute name="Doors">5</attribute>
      <features><feature>Alloys, 19"</feature></features>
      <comments><![CDATA[One <b>owner</b> & more]]></comments>
      <engine><fuel>Petrol</fuel><size unit="cc">1598</size></engine>
    </vehicle>
    <vehicle id="U2"><make>Kia</make></vehicle>
  </stock>
</export>`;

describe('the rows of an XML feed', () => {
  it.each([1, 2, 7, 50, 100_000])('FEED-01 are read in parts of %i characters', (length) => {
    const columns = [
      '@id',
      'make',
      'price',
      'price/@currency',
      'engine/fuel',
      'engine/size/@unit',
      'comments',
    ];
    expect(read(STOCK, columns, { length }).cells).toEqual([
      {
        ...{ '@id': 'U1', make: 'Citroën', price: '9990', 'price/@currency': 'AUD' },
        ...{ 'engine/fuel': 'Petrol', 'engine/size/@unit': 'cc', comments: 'One <b>owner</b> & more' },
      },
      { '@id': 'U2', make: 'Kia' },
    ]);
  });

  it('FEED-01 repeated elements are a list, or one of them by position or by an attribute', () => {
    const columns = [
      ...['photos/photo', 'photos', 'photos/photo[2]', 'photos/photo/@order'],
      ...['attribute[@name=Colour]', "attribute[@name='doors']", 'features'],
    ];
    expect(read(STOCK, columns).cells[0]).toEqual({
      'photos/photo': JSON.stringify([
        { order: '2', text: 'https://img.example/2.jpg?a=1&b=2' },
        { order: '1', text: 'https://img.example/1.jpg' },
      ]),
      photos: expect.stringContaining('"order":"1"'),
      'photos/photo[2]': 'https://img.example/1.jpg',
      'photos/photo/@order': '["2","1"]',
      'attribute[@name=Colour]': 'Red',
      "attribute[@name='doors']": '5',
      features: JSON.stringify(['Alloys, 19"']),
    });
  });

  it('FEED-01 names ignore case, unless there is one in the same', () => {
    expect(read('<s><v><Make>a</Make><make>b</make></v></s>', ['make', 'MAKE']).cells).toEqual([
      { make: 'b', MAKE: 'a' },
    ]);
  });

  it('FEED-01 attributes of the elements around a row are columns', () => {
    const text = '<g><d id="A"><s><v><m>1</m></v></s></d><d id="B"><s n="2"><v><m>2</m></v></s></d></g>';
    expect(read(text, ['m', '../../@id', '../@n'], { rows: 'g/d/s/v' }).cells).toEqual([
      { m: '1', '../../@id': 'A' },
      { m: '2', '../../@id': 'B', '../@n': '2' },
    ]);
  });

  it('FEED-01 lists the paths there are', () => {
    expect(read(STOCK, ['make']).names).toEqual([
      ...['make', '../../@dealer', '@id', 'price/@currency', 'price', 'photos/photo/@order', 'photos/photo'],
      ...['attribute[@name=Colour]', 'attribute[@name=Doors]', 'features/feature', 'comments'],
      ...['engine/fuel', 'engine/size/@unit', 'engine/size'],
    ]);
  });

  it.each([
    ['the element with the mapped columns', STOCK, ['make'], ['export', 'stock', 'vehicle']],
    [
      'of a single vehicle',
      '<stx3><data><vehicles><vehicle><brand>BMW</brand></vehicle></vehicles></data></stx3>',
      ['brand'],
      ['stx3', 'data', 'vehicles', 'vehicle'],
    ],
    ['of a vehicle that is the root', '<car id="1"><make>BMW</make></car>', ['make', '@id'], ['car']],
    ['the outermost that repeats, if no column is mapped', STOCK, [], ['export', 'stock', 'vehicle']],
    ['none where no element holds others', '<stock/>', ['make'], undefined],
    [
      'in the start of a feed that goes on',
      STOCK.slice(0, STOCK.indexOf('<photos>')),
      ['make'],
      ['export', 'stock', 'vehicle'],
    ],
  ] as const)('FEED-01 their path is found: %s', (_, text, columns, path) => {
    expect(findXmlRows('feed.xml', text, new Set(columns))).toEqual(path);
  });

  it('FEED-01 their path may be stated, also where the list around them repeats', () => {
    const text = '<g><d><v><m>1</m></v></d><d><v><m>2</m></v></d></g>';
    expect(read(text, ['m'], { rows: '/g/d/v' }).cells).toEqual([{ m: '1' }, { m: '2' }]);
  });

  it('FEED-01 an ampersand that nobody escaped, and entities of HTML, cost nothing', () => {
    const text = '<s><v><m>Black & White &eacute;&#233; a&b;c</m><u>?a=1&b=2&lt=3</u></v></s>';
    expect(read(text, ['m', 'u'], { length: 3 }).cells).toEqual([
      { m: 'Black & White &eacute;é a&b;c', u: '?a=1&b=2&lt=3' },
    ]);
  });

  it('FEED-01 a character that XML forbids costs its cell alone', () => {
    expect(read('<s><v><m>a\u0001b</m><n>c</n></v></s>', ['m', 'n']).cells).toEqual([
      { m: 'a\ufffdb', n: 'c' },
    ]);
  });

  it('FEED-01 a reference to a character that XML forbids costs its cell alone', () => {
    expect(read('<s><v><m>a&#x1f;b&#0;&#65;</m><n>c</n></v></s>', ['m', 'n']).cells).toEqual([
      { m: 'a\ufffdb\ufffdA', n: 'c' },
    ]);
  });

  it('FEED-01 names like those of an object’s own are names', () => {
    const text = '<s><v><constructor>a</constructor><__proto__>b</__proto__></v></s>';
    expect(read(text, ['constructor', '__proto__', 'toString']).cells).toEqual([
      Object.assign(Object.create(null), { constructor: 'a', ['__proto__']: 'b' }),
    ]);
  });
});

describe('an XML feed that is refused', () => {
  it.each([
    ['<!DOCTYPE s [<!ENTITY x "y">]><s><v><m>&x;</m></v></s>', 'line 1: a document type declaration'],
    ['<!DOCTYPE s SYSTEM "file:///etc/passwd"><s><v><m>1</m></v></s>', 'a document type declaration'],
  ])('FEED-02 has a document type: %s', (text, words) => {
    expect(() => read(text, ['m'])).toThrow(words);
  });

  it('FEED-02 an entity that nobody defined stays as it is written', () => {
    expect(read('<s><v><m>&x;</m></v></s>', ['m']).cells).toEqual([{ m: '&x;' }]);
  });

  it('FEED-02 nests deeper than any supplier', () => {
    const deep = (levels: number) => `<s><v>${'<a>'.repeat(levels)}1${'</a>'.repeat(levels)}</v></s>`;
    const broken = { row: 1, broken: `nested more than ${MAX_NESTING} levels deep` };
    expect(read(deep(MAX_NESTING + 5), ['a']).rows).toEqual([broken]);
    expect(() => read(deep(1000), ['a'], { rows: 's/v' })).toThrow(
      /line 1: nested more than 128 levels deep/,
    );
  });

  it('FEED-02 a row of more characters than a vehicle has is left out, and the next is read', () => {
    const long = '<x>'.concat('a'.repeat(1000), '</x>').repeat(MAX_ROW_LENGTH / 1000 + 1);
    const text = `<s><v><m>1</m>${long}</v><v><m>2</m></v></s>`;
    expect(read(text, ['m'], { length: 50_000, rows: 's/v' }).rows).toMatchObject([
      { row: 1, broken: 'more than 1,000,000 characters' },
      { row: 2, cells: { m: '2' } },
    ]);
  });

  it('FEED-02 a text or attribute without end is refused before it fills the memory', () => {
    const endless = function* () {
      yield '<s><v a="';
      for (;;) yield 'a'.repeat(100_000);
    };
    expect(() => readXmlFeed('feed.xml', endless(), 's/v', new Set(), () => {})).toThrow(
      'a text, attribute or comment of more than 1,000,000 characters',
    );
  });

  it.each([
    ['<s><v><m>1</m></v><v><m>2', 'it ends at line 1 before its last element is closed'],
    ['<s><v><m>1</m></v>\n<v a="', 'it ends at line 2 before its last element is closed'],
    ['<s><v><m>1</m></v></s', 'it ends at line 1 before its last element is closed'],
    ['<s><v><m>1</n></v></s>', 'not valid XML: line 1: unexpected close tag'],
    ['<s><v><m>1</m></v></s>more', 'not valid XML: line 1: text data outside of root node'],
  ])('FEED-24 is damaged: %s', (text, words) => {
    expect(() => read(text, ['m'], { rows: 's/v' })).toThrow(words);
    expect(() => read(text, ['m'], { rows: 's/v' })).toThrow(/Ask the supplier to send it again/);
  });

  it('FEED-24 has another root than the settings say', () => {
    expect(() => read('<error><code>5</code></error>', ['m'], { rows: 'stock/vehicle' })).toThrow(
      'feed.xml: no element at "stock/vehicle": its root is <error>, and it has error, error/code. Set "stock.feed.rows"',
    );
  });

  it.each(['vehicle', '//vehicle', 'export/stock/car', 'export/vehicle'])(
    'FEED-24 has no element where the settings say: %s',
    (rows) => {
      expect(() => read(STOCK, ['make'], { rows })).toThrow(/no element at ".*": its root is <export>/);
    },
  );

  it('FEED-24 is a message', () => {
    expect(() => read('<error>Quota exceeded</error>', ['m'])).toThrow(
      'a message, not a feed: Quota exceeded.',
    );
  });

  it('FEED-24 an empty list has no rows', () => {
    expect(read('<stock></stock>', ['m'], { rows: 'stock/vehicle' }).rows).toEqual([]);
  });
});
