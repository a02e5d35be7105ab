import type { TransferCode } from '#src/platform/transfer/remote-files.ts';

/** Reasons of our own, beside those of a transfer. */
const OWN_CODES = ['no_credentials', 'no_stock', 'unexpected'] as const;
type PlainCode = TransferCode | (typeof OWN_CODES)[number];

/** Of a feed that would be empty; with the commonest reason, as words joined by "_". */
const ALL_LEFT_OUT = 'all_left_out:';
export type DeliveryCode = PlainCode | `${typeof ALL_LEFT_OUT}${string}`;

/** Code of a feed in which no vehicle is left. */
export function allLeftOut(leftOut: readonly { reasons: readonly string[] }[]): DeliveryCode {
  const counts = new Map<string, number>();
  for (const reason of leftOut.flatMap(({ reasons }) => reasons))
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [commonest = ['no vehicle in stock']] = [...counts].sort(([, a], [, b]) => b - a);
  return `${ALL_LEFT_OUT}${commonest[0].replaceAll(' ', '_')}`;
}

type Explanation = {
  /** A clause that follows "could not be delivered: ". */
  what: string;
  /** A sentence. */
  remedy: string;
};

const ADDRESS = 'Correct "url" in the dealer file.';
const RECEIVER = 'It is sent again. If that continues, ask the receiver.';

const EXPLANATIONS: Readonly<Record<PlainCode, Explanation>> = {
  no_credentials: {
    what: 'a password or key is not set',
    remedy: 'Set the environment variable that the dealer file names, where `serve` or `worker` runs.',
  },
  no_stock: {
    what: 'no stock has been imported',
    remedy: 'Import the stock: an empty file would take all vehicles off the receiver’s site.',
  },
  unexpected: { what: 'a mistake in this program', remedy: 'Look at the log, and report it.' },
  no_such_host: { what: 'there is no host of that name', remedy: ADDRESS },
  private_address: {
    what: 'the host is inside your own network',
    remedy: 'Have the operator list it in FEED_HOSTS.',
  },
  unusual_port: {
    what: 'the port is unusual',
    remedy: 'Have the operator list host and port in FEED_HOSTS.',
  },
  bad_address: { what: 'the address cannot be used', remedy: ADDRESS },
  bad_private_key: {
    what: 'the private key cannot be read',
    remedy: 'Set the variable of "privateKey" to the whole key file, and that of "passphrase" if it has one.',
  },
  no_connection: { what: 'the server does not respond', remedy: RECEIVER },
  wrong_host_key: {
    what: 'the server has another host key than the dealer file',
    remedy:
      'Ask the receiver whether its key has changed. Only then set "hostKey" to what `ssh-keyscan HOST | ssh-keygen -lf -` prints.',
  },
  bad_certificate: {
    what: 'the certificate of the server is not trusted',
    remedy: 'Ask the receiver for its fingerprint, and set it as "hostKey".',
  },
  refused_sign_in: {
    what: 'the server refuses user, password or key',
    remedy: 'Ask the receiver for the current ones.',
  },
  no_file: { what: 'the folder does not exist', remedy: ADDRESS },
  no_permission: {
    what: 'the server does not let this user write there',
    remedy: 'Ask the receiver for the right folder, or for permission.',
  },
  no_data_connection: {
    what: 'the server opens no connection for the file',
    remedy: 'Ask the receiver to allow passive FTP.',
  },
  refused_command: {
    what: 'the server refuses a command that is needed',
    remedy: 'Ask the receiver whether this user may store and rename files.',
  },
  too_large: { what: 'the file is too large', remedy: 'Ask the receiver what it accepts.' },
  not_stored: { what: 'the server has not stored the whole file', remedy: RECEIVER },
  stalled: { what: 'the server stopped responding', remedy: RECEIVER },
  too_slow: { what: 'it took too long', remedy: RECEIVER },
  cut_off: { what: 'the connection was cut', remedy: RECEIVER },
  stopped: { what: 'this process was stopped', remedy: 'The next process delivers it.' },
};

const isPlain = (code: string): code is PlainCode => Object.hasOwn(EXPLANATIONS, code);

const nothingLeft = (reason: string): Explanation => ({
  what: `all vehicles are left out of it, most of them for "${reason}"`,
  remedy: 'Correct that in the stock: an empty file would take all vehicles off the receiver’s site.',
});

/** Code of a failed delivery in words. A later release may have stored codes that this one does not know. */
export function explainDelivery(code: string | null | undefined): Explanation {
  if (code?.startsWith(ALL_LEFT_OUT))
    return nothingLeft(code.slice(ALL_LEFT_OUT.length).replaceAll('_', ' '));
  return code && isPlain(code) ? EXPLANATIONS[code] : { what: 'the delivery failed', remedy: RECEIVER };
}
