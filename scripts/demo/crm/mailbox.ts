import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import type { Arrival, NewArrival } from './arrival.ts';
import { readAdf } from './read-adf.ts';

/** The arrivals of the demo CRM in one JSON file, complete at any moment; entries in an older format are left out. */
export function arrivalFile(file: string) {
  const kept: Arrival[] = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Arrival[]).filter(({ way }) => way !== undefined)
    : [];
  mkdirSync(dirname(file), { recursive: true });
  function save(): void {
    replaceFileSync(file, JSON.stringify(kept, null, 2), { mode: 0o600 });
  }
  return {
    all: (): readonly Arrival[] => kept,
    /** @returns false if it arrived before; it is then only counted */
    keep(arrival: NewArrival): boolean {
      const known = kept.find(
        ({ way, dealer, key }) => way === arrival.way && dealer === arrival.dealer && key === arrival.key,
      );
      if (known) known.arrivals += 1;
      else kept.push({ ...arrival, receivedAt: new Date().toISOString(), arrivals: 1 });
      save();
      return !known;
    },
  };
}

export type ArrivalFile = ReturnType<typeof arrivalFile>;

const ADF_TEXT = /^<\?xml[^>]*>\s*<\?adf/;

/** @param dealerAt slug of the dealer whose mailbox an address is */
function arrivalOf(mail: Email, to: string, dealerAt: (address: string) => string | undefined): NewArrival {
  const from = mail.from?.name || mail.from?.address || '';
  const dealer = dealerAt(to);
  const key = mail.messageId ?? '';
  const text = mail.text ?? '';
  const adf = ADF_TEXT.test(text) ? readAdf('adf_mail', dealer ?? from, key, text) : undefined;
  const replyTo = (mail.replyTo ?? []).map(({ name, address }) => `${name} <${address}>`).join(', ');
  return {
    way: dealer === undefined ? 'reply' : 'mail',
    dealer: dealer ?? from,
    key,
    title: mail.subject ?? '',
    text,
    facts: [['answers go to', replyTo]],
    raw: [...mail.headers.map(({ key: name, value }) => `${name}: ${value}`), '', text].join('\n'),
    ...adf,
    to,
  };
}

/**
 * A mail server on this machine that stores every mail, whatever its address.
 * @returns its address, `smtp://127.0.0.1:…`
 */
export async function startMailbox(
  kept: ArrivalFile,
  dealerAt: (address: string) => string | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onData(stream, { envelope }, callback) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          for (const { address } of envelope.rcptTo) kept.keep(arrivalOf(mail, address, dealerAt));
          callback();
        })
        .catch(() => callback(new Error('could not be stored')));
    },
  });
  // A sender that hangs up needs no handling.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
