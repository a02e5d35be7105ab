import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  DeliveryAdapter,
  HttpReceiver,
  LeadMessage,
} from '#src/features/leads/server/destinations/delivery-adapter.ts';
import {
  adfMailAdapter,
  type MailRoute,
  mailAdapter,
} from '#src/features/leads/server/destinations/lead-email.ts';
import { podiumAdapter } from '#src/features/leads/server/destinations/podium.ts';
import { adfHttpAdapter, webhookAdapter } from '#src/features/leads/server/destinations/signed-webhook.ts';
import { dealerFetch } from '#src/platform/external-services/dealer-fetch.ts';
import type { DeliveryOutcome } from '#src/platform/mail/delivery-outcome.ts';
import { type Mailer, smtpMailer } from '#src/platform/mail/mailer.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { messageOf } from '../fixtures/lead-message.ts';
import { RECEIVER_KEY, startLeadReceiver } from '../fixtures/lead-receiver.ts';
import { VENDOR } from '../fixtures/lead-vendor.ts';
import {
  BUSY_RETRY_AFTER_MS,
  localAdapter,
  localMailer,
  type ReceiverFaultMode,
} from '../fixtures/local-receivers.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';

type Receiver = {
  adapter: DeliveryAdapter;
  behave(faultMode: ReceiverFaultMode): void;
  kept(): string[];
  stop(): Promise<void>;
};

const INBOX = 'inbox';
const FETCH = dealerFetch(['127.0.0.1:*']);

type Unwilling = Exclude<ReceiverFaultMode, 'accepts' | 'late' | 'loses-answer'>;
const HTTP_ANSWERS: Record<Unwilling, DeliveryOutcome> = {
  busy: { kind: 'retry', reason: 'HTTP 429', afterMs: BUSY_RETRY_AFTER_MS },
  fails: { kind: 'retry', reason: 'HTTP 500' },
  silent: { kind: 'retry', reason: 'no response in time' },
  refuses: { kind: 'rejected', reason: 'HTTP 400' },
};
const MAIL_ANSWERS: Record<Unwilling, DeliveryOutcome> = {
  busy: { kind: 'retry', reason: 'SMTP 451' },
  fails: { kind: 'retry', reason: 'SMTP 421' },
  silent: { kind: 'retry', reason: 'no response in time' },
  refuses: { kind: 'rejected', reason: 'SMTP 550' },
};

type Post = { name: string } & Omit<HttpReceiver, 'fetch'>;
/** Delivery adapters that post, each with the proof of who they are. */
const POSTS: Record<
  string,
  { proof: 'signature' | 'token'; make(post: Post, secret: string): DeliveryAdapter }
> = {
  webhook: {
    proof: 'signature',
    make: (post, signingKey) => webhookAdapter({ ...post, fetch: FETCH, signingKey }),
  },
  'ADF by HTTP': {
    proof: 'signature',
    make: (post, signingKey) => adfHttpAdapter({ ...post, fetch: FETCH, signingKey }, () => VENDOR),
  },
  message: {
    proof: 'token',
    make: (post, token) => podiumAdapter({ ...post, fetch: FETCH, token, locationUid: 'valley' }),
  },
};

/** One message a key, less the name of the destination. */
const keysOf = (keys: readonly string[]) => [...new Set(keys.map((key) => key.replace(`.${INBOX}`, '')))];

const overHttp = (name: string) => async (): Promise<Receiver> => {
  const { proof, make } = POSTS[name] ?? {};
  const server = await startLeadReceiver(proof);
  const adapter = make?.(
    { name: INBOX, url: server.url, clock: systemClock, timeoutMs: SERVICE_TIMEOUT_MS },
    RECEIVER_KEY,
  );
  if (!adapter) throw new Error(`No delivery adapter ${name}`);
  return { ...server, adapter, kept: () => keysOf([...server.kept.keys()]) };
};

const route = (mailer: Mailer): MailRoute => ({
  mailer,
  name: INBOX,
  addressOf: () => 'leads@dealer.example',
  vendorOf: () => VENDOR,
});

const byMail = (make: (route: MailRoute) => DeliveryAdapter) => async (): Promise<Receiver> => {
  const server = await startMailServer();
  const mailer = smtpMailer({
    url: server.url,
    from: 'sites@forecourt.example',
    timeoutMs: SERVICE_TIMEOUT_MS,
  });
  const ids = () => server.arrivals.map(({ mail }) => (mail.messageId ?? '').slice(1).split('@')[0] ?? '');
  return { ...server, adapter: make(route(mailer)), kept: () => keysOf(ids()) };
};

const byLocalMail = (make: (route: MailRoute) => DeliveryAdapter) => async (): Promise<Receiver> => {
  const mailer = localMailer();
  const kept = () => keysOf(mailer.arrivals.map(({ key }) => key));
  return { adapter: make(route(mailer)), behave: mailer.behave, kept, stop: async () => {} };
};

async function inProcess(): Promise<Receiver> {
  const adapter = localAdapter();
  return { adapter, behave: adapter.behave, kept: () => [...adapter.kept.keys()], stop: async () => {} };
}

describe.each([
  ['webhook', overHttp('webhook'), HTTP_ANSWERS],
  ['ADF by HTTP', overHttp('ADF by HTTP'), HTTP_ANSWERS],
  ['message', overHttp('message'), HTTP_ANSWERS],
  ['local adapter', inProcess, HTTP_ANSWERS],
  ['ADF by mail', byMail(adfMailAdapter), MAIL_ANSWERS],
  ['mail', byMail(mailAdapter), MAIL_ANSWERS],
  ['local mailer', byLocalMail(mailAdapter), MAIL_ANSWERS],
])('a receiver behind the %s', (_name, start, answers) => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await start();
  });
  afterEach(() => receiver.stop());
  const deliver = (message: Partial<LeadMessage> = {}) => receiver.adapter.deliver(messageOf({}, message));

  it('FORM-11 takes a lead', async () => {
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1']);
  });

  it('FORM-11 counts a lead that arrives twice as delivered and stores one', async () => {
    await deliver();
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1']);
  });

  it('FORM-11 stores updates of a lead beside the lead', async () => {
    await deliver();
    expect(await deliver({ sequence: 2 })).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1', 'lead-1.2']);
  });

  it.each(['busy', 'fails', 'silent', 'refuses'] as const)(
    'FORM-11 that %s stores nothing and reports whether to retry',
    async (faultMode) => {
      receiver.behave(faultMode);
      expect(await deliver()).toEqual(answers[faultMode]);
      expect(receiver.kept()).toEqual([]);
      receiver.behave('accepts');
      expect(await deliver()).toEqual({ kind: 'delivered' });
    },
  );

  it.each([
    ['late', 'no response in time'],
    ['loses-answer', 'no connection'],
  ] as const)('FORM-11 whose response is %s has the lead once after a retry', async (faultMode, reason) => {
    receiver.behave(faultMode);
    expect(await deliver()).toEqual({ kind: 'retry', reason });
    receiver.behave('accepts');
    expect(await deliver()).toEqual({ kind: 'delivered' });
    expect(receiver.kept()).toEqual(['lead-1']);
  });
});

describe.each(Object.entries(POSTS))('a %s', (_name, { proof, make }) => {
  it('FORM-11 CFG-23 with another key is not accepted, and retried: a key may be rotated', async () => {
    const server = await startLeadReceiver(proof);
    const adapter = make({ name: INBOX, url: server.url, clock: systemClock }, 'another');
    expect(await adapter.deliver(messageOf())).toEqual({
      kind: 'retry',
      reason: 'HTTP 401',
    });
    expect(server.forged).toEqual([`lead-1.${INBOX}`]);
    await server.stop();
  });

  it('FORM-11 arrives once for each destination, also where two have one address', async () => {
    const server = await startLeadReceiver(proof);
    const post = { url: server.url, clock: systemClock };
    for (const name of ['crm', 'parts-desk']) {
      for (const sequence of [1, 2]) {
        const adapter = make({ ...post, name }, RECEIVER_KEY);
        expect(await adapter.deliver(messageOf({}, { sequence }))).toEqual({ kind: 'delivered' });
      }
    }
    expect([...server.kept.keys()]).toEqual([
      'lead-1.crm',
      'lead-1.2.crm',
      'lead-1.parts-desk',
      'lead-1.2.parts-desk',
    ]);
    await server.stop();
  });

  it.each(['conflicts', 'conflicts-with-another'] as const)(
    'FORM-11 that gets a 409 of a receiver that %s is retried: the response does not confirm the lead',
    async (faultMode) => {
      const server = await startLeadReceiver(proof);
      server.behave(faultMode);
      const adapter = make({ name: INBOX, url: server.url, clock: systemClock }, RECEIVER_KEY);
      expect(await adapter.deliver(messageOf())).toEqual({ kind: 'retry', reason: 'HTTP 409' });
      await server.stop();
    },
  );

  it('FORM-11 does not follow a redirect, and the log reports the redirect', async () => {
    const server = await startLeadReceiver(proof);
    server.behave('redirects');
    const adapter = make({ name: INBOX, url: server.url, clock: systemClock }, RECEIVER_KEY);
    expect(await adapter.deliver(messageOf())).toEqual({ kind: 'retry', reason: 'HTTP 307' });
    expect(server.visits).toEqual(['/hooks/x']);
    await server.stop();
  });

  it('FORM-11 a refused connection is retried', async () => {
    const server = await startLeadReceiver(proof);
    await server.stop();
    const adapter = make({ name: INBOX, url: server.url, clock: systemClock }, RECEIVER_KEY);
    expect(await adapter.deliver(messageOf())).toEqual({
      kind: 'retry',
      reason: 'no connection',
    });
  });
});
