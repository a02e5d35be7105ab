import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { dealerFolder, recordedTerminal } from '../../tests/fixtures/dealer-folder.ts';
import { runDealers } from './run-dealers.ts';

let files: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  files = dealerFolder();
  files.change('riverbend', { reviews: { items: [review('r1')] } });
});
afterEach(() => files.remove());

const review = (id: string, more: object = {}) => ({
  ...{
    id,
    customer_name: 'Priya S.',
    text: `Straight answers to ${id}.`,
    rating: 5,
    review_date: '2026-09-21',
  },
  ...more,
});

async function run(name: string, content: string, ...options: string[]) {
  const source = join(files.folder, name);
  writeFileSync(source, content);
  const { terminal, out, err } = recordedTerminal();
  const args = ['reviews', 'riverbend', source, '--dealers-dir', files.folder, ...options];
  return { code: await runDealers(args, terminal), out: out(), err: err() };
}

function itemsNow() {
  const loaded = loadDealer(files.file('riverbend'));
  return 'dealer' in loaded ? loaded.dealer.reviews.items : [];
}

it('CONT-10 JSON with all fields of a vendor is read, and joins the reviews there are', async () => {
  const vendor = {
    ...review('r2', { id: 402, image: 'https://pictures.example/402.jpg' }),
    ...{ review_date_in_words: '21 September 2026', created_at_time_ago_in_words: '2 months ago' },
    ...{ reply_text: 'Thank you.', reply_date: '2026-09-22T04:00:00Z', source_url: 'https://x.example' },
  };
  const { code, out } = await run(
    'vendor.json',
    JSON.stringify({ reviews: [vendor, review('r1', { rating: 4 })] }),
  );
  expect(code).toBe(0);
  expect(out).toContain('2 reviews read: 1 new, 1 changed, 0 the same.');
  expect(itemsNow()).toMatchObject([
    { id: 'r1', rating: 4 },
    {
      ...{ id: '402', reply_text: 'Thank you.', reply_date: '2026-09-22' },
      image: { url: 'https://pictures.example/402.jpg', alt: '' },
      created_at_time_ago_in_words: '2 months ago',
    },
  ]);
});

it('CONT-10 mistakes elsewhere in the dealer’s files keep no reviews out', async () => {
  files.change('riverbend', { tagLine: 'Misspelt', locations: [] });
  const { code, out, err } = await run('more.json', JSON.stringify([review('r2')]));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('1 reviews read: 1 new');
  const { items } = JSON.parse(readFileSync(join(files.folder, 'riverbend', 'reviews.json'), 'utf8'));
  expect(items.map(({ id }: { id: string }) => id)).toEqual(['r1', 'r2']);
});

it('CONT-10 a mistake among the reviews there are is named, and alone', async () => {
  files.change('riverbend', { tagLine: 'Misspelt', reviews: { items: [review('r1', { rating: 7 })] } });
  const { code, err } = await run('more.json', JSON.stringify([review('r2')]));
  expect(code).toBe(1);
  expect(err).toContain('reviews.items.0.rating');
  expect(err).not.toContain('tagLine');
});

const CSV = `\ufeffID,Customer_Name,Text,Rating,Review_Date,Reply_Text
c1,Dale M.,"Fair price, and
quick.",4.5,30/08/2026,
c2,Joan K.,Meant for another yard.,7,2026-08-02,
c3,,No name.,5,2026-08-02,
c1,Dale M.,Again.,4,2026-08-30,
c4,Tomas R.,The loan car saved my week.,5,31/02/2026,
`;

it('CONT-10 rows of a CSV that make no review are left out with line, id and reason', async () => {
  const { code, out, err } = await run('reviews.csv', CSV);
  expect(code).toBe(0);
  expect(out).toContain('1 reviews read: 1 new');
  expect(err.split('\n')).toEqual([
    '4 left out:',
    '  line 4 (c2): rating: expected at most 5, received 7',
    '  line 5 (c3): customer_name: expected Who wrote it, received nothing',
    '  line 6 (c1): id: an earlier row has it',
    '  line 7 (c4): review_date: expected a day that is in the calendar, received "2026-02-31"',
  ]);
  expect(itemsNow().map(({ id, review_date, text }) => [id, review_date, text])).toEqual([
    ['r1', '2026-09-21', 'Straight answers to r1.'],
    ['c1', '2026-08-30', 'Fair price, and\nquick.'],
  ]);
});

it('CONT-10 a dry run writes nothing, other keys of the file stay, and the same file twice changes nothing', async () => {
  const list = JSON.stringify([review('r9')]);
  expect((await run('list.json', list, '--dry-run')).out).toContain('Nothing was written.');
  expect(itemsNow().map(({ id }) => id)).toEqual(['r1']);
  await run('list.json', list);
  const file = join(files.folder, 'riverbend', 'reviews.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), quantity: 6 }));
  expect((await run('list.json', list)).out).toContain('0 new, 0 changed, 1 the same.');
  await run('list.json', JSON.stringify([review('r10')]));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ quantity: 6, items: { length: 3 } });
});

it.each([
  [
    'broken.json',
    '[{',
    /^\S+broken\.json: expected .+, received the end of the file at line 1, column 3\. \S/,
  ],
  ['number.json', '7', /^\S+number\.json: expected a list of reviews, or an object with the list under/],
  [
    'quotes.csv',
    'id,text\n1,"open',
    /^\S+quotes\.csv: line 2: it cannot be split into cells\. Look for a quote/,
  ],
  [
    'inside.csv',
    'id,text\n1,19" wheels',
    /^\S+inside\.csv: line 2: it cannot be split into cells\. Look for a quote/,
  ],
])(
  'CONT-10 a file that cannot be read is named, with the place and the remedy: %s',
  async (name, content, told) => {
    const { code, err } = await run(name, content);
    expect(code).not.toBe(0);
    expect(err).toMatch(told);
  },
);

it('CONT-10 an import of rows that are all left out ends with 1', async () => {
  expect((await run('none.json', '[{}]')).code).toBe(1);
});

const GOOGLE_LINK = 'https://www.google.com/maps?cid=123';
const google = (change: object = {}) => ({
  reviewer: { displayName: 'Mai T.', profilePhotoUrl: 'https://lh3.example/photo' },
  starRating: 'FOUR',
  comment: 'Paperwork was ready when I came.',
  createTime: '2026-03-11T22:15:00.123456Z',
  name: 'accounts/1/locations/2/reviews/AbC',
  ...change,
});

it('CONT-260 Google’s export is read as it is: author, stars in words, day in the dealer’s time zone, reply', async () => {
  const reply = { comment: 'Thank you, Mai.', updateTime: '2026-03-12T23:00:00Z' };
  const reviews = [
    google({ reviewReply: reply }),
    google({ name: 'accounts/1/locations/2/reviews/DeF', comment: undefined }),
    google({
      ...{ name: undefined, reviewId: 'GhI', reviewer: { isAnonymous: true } },
      comment: '(Translated by Google) Good people.\n\n(Original)\nNgười tốt.',
    }),
  ];
  const { code, out } = await run('reviews.json', JSON.stringify({ reviews }), '--link', GOOGLE_LINK);
  expect(code).toBe(0);
  expect(out).toContain('2 reviews read: 2 new');
  expect(out).toContain('1 ratings without a review are not shown.');
  expect(itemsNow().slice(1)).toEqual([
    {
      ...{ id: 'google-AbC', customer_name: 'Mai T.', text: 'Paperwork was ready when I came.', rating: 4 },
      ...{ review_date: '2026-03-12', reply_text: 'Thank you, Mai.', reply_date: '2026-03-13' },
      ...{ source: 'Google', link: GOOGLE_LINK },
    },
    {
      ...{ id: 'google-GhI', customer_name: 'A Google user', text: 'Người tốt.', rating: 4 },
      ...{ review_date: '2026-03-12', source: 'Google', link: GOOGLE_LINK },
    },
  ]);
});

it.each([
  [
    'export.csv',
    `reviewID,Author,Title,Review,Star Rating,createdAt,Response,URL
77,Ken P.,Honest,They showed me the dents first.,4/5,12 March 2026,Thanks Ken.,https://www.productreview.com.au/reviews/77
`,
  ],
  [
    'export.json',
    JSON.stringify([
      {
        ...{ id: 77, title: 'Honest', body: 'They showed me the dents first.', rating: 4 },
        ...{ author: { displayName: 'Ken P.' }, createdAt: '2026-03-12', response: { body: 'Thanks Ken.' } },
        url: 'https://www.productreview.com.au/reviews/77',
      },
    ]),
  ],
])('CONT-260 ProductReview’s export is read with its own names of columns: %s', async (name, content) => {
  const { code, err } = await run(
    name,
    content,
    '--source',
    'productreview.com.au',
    '--location',
    'moorooka',
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(itemsNow()[1]).toEqual({
    ...{ id: 'productreview-77', customer_name: 'Ken P.', title: 'Honest', rating: 4 },
    ...{ text: 'They showed me the dents first.', review_date: '2026-03-12', reply_text: 'Thanks Ken.' },
    ...{
      source: 'ProductReview',
      link: 'https://www.productreview.com.au/reviews/77',
      location: 'moorooka',
    },
  });
});

it('CONT-260 a review is recognised without an id, in the file and in a later one', async () => {
  const row = 'Lena W.,5,2026-05-02,Drove it for an hour.';
  const file = `author,rating,date,text\n${row}\n${row}\n`;
  const first = await run('once.csv', file);
  expect(first.out).toContain('1 reviews read: 1 new');
  expect(first.err).toMatch(/line 3 \(\w{16}\): id: an earlier row has it/);
  expect((await run('again.csv', file)).out).toContain('0 new, 0 changed, 1 the same.');
  const named = `id,${file.replaceAll('Lena', 'x7,Lena').split('\n').slice(0, 2).join('\n')}`;
  expect((await run('named.csv', named)).out).toContain('0 new, 0 changed, 1 the same.');
  expect(itemsNow()).toHaveLength(2);
});

it('CONT-260 a published review has an address at its source, or is left out; a file of such is refused', async () => {
  const only = await run('reviews.json', JSON.stringify({ reviews: [google()] }));
  expect(only.code).not.toBe(0);
  expect(only.err).toMatch(/no review has an address at its source\. Add --link with .+ Google shows them/);
  const other = google({ name: 'accounts/1/locations/2/reviews/DeF', comment: 'Good.', link: GOOGLE_LINK });
  const some = await run('reviews.json', JSON.stringify({ reviews: [google(), other] }));
  expect(some.err).toContain('review 1 (google-AbC): link: nothing; add --link for reviews without one');
  expect(itemsNow().map(({ id }) => id)).toEqual(['r1', 'google-DeF']);
});

it('CONT-260 a file without a needed column is refused, with the names that column may have', async () => {
  const { code, err } = await run('wrong.csv', 'id,wer,text,rating,date\n1,Priya,Fine.,5,2026-05-02\n');
  expect(code).not.toBe(0);
  expect(err).toMatch(
    /wrong\.csv: no review has "customer_name"\. Name its column "customer_name", "author",/,
  );
});

it('CONT-261 an import for a location that the dealer does not have writes nothing', async () => {
  const list = JSON.stringify([review('r2')]);
  const { code, err } = await run('list.json', list, '--location', 'morooka');
  expect(code).toBe(1);
  expect(err).toContain('There is no location "morooka". Did you mean "moorooka"?');
  expect(itemsNow().map(({ id }) => id)).toEqual(['r1']);
});
