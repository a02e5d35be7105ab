import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { NewArrival } from './arrival.ts';
import type { ArrivalFile } from './arrival-file.ts';
import { readAdf } from './read-adf.ts';

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
