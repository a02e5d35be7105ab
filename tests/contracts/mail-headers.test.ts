import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { acknowledgementAdapter } from '#src/features/leads/server/delivery/thank-you-email.ts';
import { adfMailAdapter, mailAdapter } from '#src/features/leads/server/destinations/lead-email.ts';
import { smtpMailer } from '#src/platform/mail/mailer.ts';
import { createRandom } from '../../scripts/demo-stock/random.ts';
import { messageOf, PAYLOAD } from '../fixtures/lead-message.ts';
import { VENDOR } from '../fixtures/lead-vendor.ts';
import { type ReceivedMail, startMailServer } from '../fixtures/mail-server.ts';

const TO = 'leads@dealer.example';
const FROM = 'sites@forecourt.example';
const AT_ONCE = 10;
/** On a machine with other work. */
const ALL_SENT_MS = 90_000;
const SHOPPER = PAYLOAD.email;
const EVIL = 'evil@evil.example';

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => {
  server.arrivals.length = 0;
});
afterAll(() => server.stop());

const send = (make: typeof mailAdapter, payload: Partial<LeadPayload>, name = VENDOR.name, sequence = 1) =>
  make({
    mailer: smtpMailer({ url: server.url, from: FROM }),
    name: 'inbox',
    addressOf: () => TO,
    vendorOf: () => ({ ...VENDOR, name }),
  }).deliver(messageOf(payload, { sequence }));

/** The acknowledgement: the only mail to an address from a form. */
function thank(payload: Partial<LeadPayload>, name = VENDOR.name) {
  const message = messageOf(payload);
  const words = { subject: `Your enquiry with ${name}`, text: 'Thank you.', signature: name };
  const about = { phone: '0755500110', legalName: name, licence: 'DL# 4410217', url: VENDOR.url };
  return acknowledgementAdapter({
    mailer: smtpMailer({ url: server.url, from: FROM }),
    clock: { now: () => new Date(message.createdAt) },
    name,
    replyTo: TO,
    dealerOf: () => ({ ...words, ...about, responsePromise: 'We reply on the same day.', kind: 'car' }),
  }).deliver(message);
}

/** Ways to break out of a header or to add someone to a mail. */
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\0',
  '%0d%0a',
  '\\r\\n',
  '\r\n\r\n',
];
const TRICKS = [
  ...BREAKS.flatMap((end) => [
    `Ann${end}Bcc: ${EVIL}`,
    `Ann${end}To: ${EVIL}${end}Cc: ${EVIL}`,
    `Ann${end}X-Evil: yes`,
    `Ann${end} folded${end}Bcc:${EVIL}`,
  ]),
  `Ann, ${EVIL}`,
  `Ann; ${EVIL}`,
  `Ann <${EVIL}>`,
  `"Ann" <${EVIL}>, "Bob"`,
  `Ann\\" <${EVIL}>`,
  `Ann" <${EVIL}>, "`,
  `>, <${EVIL}`,
  `group: ${EVIL}, b@evil.example;`,
  `(comment) ${EVIL}`,
  `=?utf-8?B?${Buffer.from(`\r\nBcc: ${EVIL}`).toString('base64')}?=`,
  `=?utf-8?Q?=0D=0ABcc:_${EVIL.replace('@', '=40')}?=`,
  `=?us-ascii?Q?Ann=2C_${EVIL.replace('@', '=40')}?=`,
  `ann@example.com\r\nBcc: ${EVIL}`,
  `ann@example.com,${EVIL}`,
  `ann@example.com ${EVIL}`,
  `"ann, ${EVIL}"@example.com`,
  `ann@example.com>\r\nRCPT TO:<${EVIL}`,
  `<ann@example.com>,<${EVIL}>`,
  `ann@[127.0.0.1]`,
  `\uFF0C${EVIL}\uFF1C${EVIL}\uFF1E`,
  `\u202E${EVIL}`,
  `${'a'.repeat(2000)}\r\nBcc: ${EVIL}`,
  `\r\n.\r\nMAIL FROM:<${EVIL}>\r\nRCPT TO:<${EVIL}>\r\nDATA\r\n`,
];
const FIELDS = ['name', 'last_name', 'email', 'subcategory', 'car_description', 'message', 'dealer'] as const;

/** 500 mails, each with tricks in one field or several. */
function attempts(): { payload: Partial<LeadPayload>; dealer: string; sequence: number }[] {
  const random = createRandom('header injection');
  return Array.from({ length: 500 }, (_, at) => {
    const fields = [FIELDS[at % FIELDS.length] ?? 'name', ...random.some(FIELDS, random.int(0, 2))];
    const { dealer = VENDOR.name, ...payload } = Object.fromEntries(
      fields.map((field) => [field, TRICKS[(at + fields.length) % TRICKS.length] ?? random.pick(TRICKS)]),
    );
    return { payload, dealer, sequence: random.chance(0.1) ? 2 : 1 };
  });
}

const EXPECTED_HEADERS = new Set([
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]);
/** Only with text alone, with a plain address, and with an update of a lead. */
const POSSIBLE_HEADERS = new Set(['content-transfer-encoding', 'reply-to', 'in-reply-to', 'references']);

/** What arrived went to one person, with no header that we did not write and no other to answer to. */
function expectHarmless({ envelope, mail }: ReceivedMail, to: string, answersTo: string): void {
  expect(envelope).toEqual({ from: FROM, to: [to] });
  expect(mail.to).toEqual([{ name: '', address: to }]);
  expect(mail.from).toMatchObject({ address: FROM });
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
  const names = mail.headers.map(({ key }) => key);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !POSSIBLE_HEADERS.has(name)).sort()).toEqual([...EXPECTED_HEADERS].sort());
  expect(mail.replyTo?.length ?? 0).toBeLessThanOrEqual(1);
  for (const { address } of mail.replyTo ?? []) expect(address).toBe(answersTo);
}

async function sendAll<T>(mails: (() => Promise<T>)[]): Promise<T[]> {
  const outcomes: T[] = [];
  while (mails.length > 0)
    outcomes.push(...(await Promise.all(mails.splice(0, AT_ONCE).map((mail) => mail()))));
  return outcomes;
}

it(
  'FORM-11 500 ways to inject a header add no recipient and no header',
  async () => {
    const mails = attempts().map(
      ({ payload, dealer, sequence }, at) =>
        () =>
          send(at % 2 === 0 ? mailAdapter : adfMailAdapter, payload, dealer, sequence),
    );
    for (const outcome of await sendAll(mails)) expect(outcome).toEqual({ kind: 'delivered' });
    expect(server.arrivals).toHaveLength(500);
    for (const arrival of server.arrivals) expectHarmless(arrival, TO, SHOPPER);
  },
  ALL_SENT_MS,
);

it(
  'FORM-11 500 ways to inject a header thank only the shopper, and no manipulated address',
  async () => {
    const tries = attempts();
    const outcomes = await sendAll(
      tries.map(
        ({ payload, dealer }) =>
          () =>
            thank(payload, dealer),
      ),
    );
    const expected = tries.map(({ payload }) => payload.email === undefined);
    expect(outcomes.map(({ kind }) => kind === 'delivered')).toEqual(expected);
    expect(server.arrivals).toHaveLength(expected.filter(Boolean).length);
    expect(server.arrivals.length).toBeGreaterThan(300);
    for (const arrival of server.arrivals) expectHarmless(arrival, SHOPPER, TO);
  },
  ALL_SENT_MS,
);

it('FORM-11 a mail has the shopper as Reply-To, is marked as automatic, and an update follows up its lead', async () => {
  await send(mailAdapter, {});
  await send(mailAdapter, {}, VENDOR.name, 2);
  const [lead, news] = server.arrivals.map(({ mail }) => mail);
  expect(lead).toMatchObject({
    messageId: '<lead-1.inbox@forecourt.example>',
    from: { name: 'Riverbend Motor Group', address: FROM },
    replyTo: [{ name: 'Annabel Quillfeather', address: 'annabel.quillfeather@example.com' }],
    subject: 'Used Vehicle Enquiry: 2021 Toyota HiLux SR5, Annabel Quillfeather',
  });
  expect(lead?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  expect(lead?.text).toContain('Zoë & Söhne fragen.');
  expect(lead?.html).toContain('Zoë &amp; Söhne fragen.');
  expect(news).toMatchObject({
    messageId: '<lead-1.2.inbox@forecourt.example>',
    inReplyTo: '<lead-1.inbox@forecourt.example>',
    references: '<lead-1.inbox@forecourt.example>',
  });
  expect(news?.subject).toMatch(/^Update: /);
});

it('FORM-11 a mail in ADF contains only the document, unchanged', async () => {
  await send(adfMailAdapter, { message: 'Two\nlines, ä & <b>' });
  const [{ mail } = { mail: undefined }] = server.arrivals;
  expect(mail?.html).toBeUndefined();
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\r?\n<\?adf version="1.0"\?>/);
  expect(mail?.text).toMatch(/Two\r?\nlines, ä &amp; &lt;b&gt;/);
});

it('FORM-11 a mail to an invalid address is refused before it is sent', async () => {
  const mailer = smtpMailer({ url: server.url, from: FROM });
  const mail = { key: 'x', fromName: 'x', subject: 'x', text: 'x', autoSubmitted: 'auto-replied' } as const;
  for (const to of [
    `a@dealer.example,${EVIL}`,
    `a@dealer.example\r\nBcc: ${EVIL}`,
    '',
    'a@dealer',
    'a b@dealer.example',
  ]) {
    expect(await mailer.send({ ...mail, to })).toEqual({
      kind: 'withheld',
      reason: 'no plain e-mail address',
    });
  }
  expect(server.arrivals).toEqual([]);
});

it('FORM-11 a shopper’s text makes a mail read no file and fetch no address', async () => {
  await send(mailAdapter, { message: 'file:///etc/passwd http://127.0.0.1:1/', name: '/etc/passwd' });
  expect(server.arrivals[0]?.mail.attachments).toEqual([]);
});
