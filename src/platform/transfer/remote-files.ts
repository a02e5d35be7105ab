import { createWriteStream } from 'node:fs';
import { Transform, type Writable } from 'node:stream';
import { secretNamed } from '#src/config/environment.ts';

/** Fails above the limit before the bytes are stored. */
export const capped = (maxBytes: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new TransferFailure('too_large'));
      else done(null, chunk);
    },
  });
};

/** For its owner only; on the disk before it is finished. */
export const fileToStore = (file: string): Writable => createWriteStream(file, { mode: 0o600, flush: true });

const NO_ROOM = new Set(['ENOSPC', 'EACCES', 'EDQUOT', 'EROFS']);

/** Whether an error is of the local disk. */
export const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'code' in error && NO_ROOM.has(String(error.code));

/** A server of another company, with the secrets themselves. */
export type RemotePlace = {
  /** `sftp:`, `ftp:` or `ftps:`, without user and password. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** PEM or OpenSSH format; `\n` may stand for its line breaks. */
  privateKey?: string | undefined;
  passphrase?: string | undefined;
  /** `SHA256:…`: of the SSH host key, or of the certificate of an `ftps:` server. */
  hostKey?: string | undefined;
};

export type RemoteFile = {
  /** Without its folder. */
  name: string;
  bytes: number;
  /** Null where the server states none. */
  modifiedAt: Date | null;
};

/** An open connection. Paths are those of addresses: absolute, decoded. One operation at a time. */
export type RemoteFiles = {
  /** Files of a folder, without folders and links. */
  list(folder: string): Promise<RemoteFile[]>;
  /** Size and time of a file; undefined if there is none. */
  stat(path: string): Promise<RemoteFile | undefined>;
  /** Downloads into a local file. Fails above the limit before the bytes are stored. */
  download(path: string, file: string, maxBytes: number): Promise<void>;
  /** Uploads under another name and renames, so that nobody reads half a file. */
  upload(path: string, content: Buffer): Promise<void>;
  close(): Promise<void>;
};

/** Why a transfer failed. */
export const TRANSFER_CODES = [
  // Before the connection.
  'no_such_host',
  'private_address',
  'unusual_port',
  'bad_address',
  'bad_private_key',
  // Signing in.
  'no_connection',
  'wrong_host_key',
  'bad_certificate',
  'refused_sign_in',
  // Files.
  'no_file',
  'no_permission',
  'no_data_connection',
  'refused_command',
  'too_large',
  'not_stored',
  // What ends a connection.
  'stalled',
  'too_slow',
  'cut_off',
  'stopped',
] as const;
export type TransferCode = (typeof TRANSFER_CODES)[number];

/** A failed transfer. Codes never contain addresses or text from the server. */
export class TransferFailure extends Error {
  override name = 'TransferFailure';
  readonly code: TransferCode;
  constructor(code: TransferCode) {
    super(code);
    this.code = code;
  }
}

export type TransferOptions = {
  /** `host:port`, or `host:*`, that may be private or use another port than the usual one. */
  allowedHosts: ReadonlySet<string>;
  signal: AbortSignal;
  /** From the DNS lookup to the last byte. */
  totalMs: number;
  /** Between bytes. */
  stallMs: number;
};

/** A connection of one protocol, without limits of time; `connect-to.ts` adds them. */
export type RemoteDriver = Omit<RemoteFiles, 'close'> & {
  /** Connects and signs in. */
  signIn(): Promise<void>;
  /** Sent and received so far. */
  bytes(): number;
  /** Says goodbye. */
  end(): Promise<void>;
  /** Ends at once: what runs fails. */
  destroy(): void;
  /** Code of an error of this protocol's library. */
  codeOf(error: unknown): TransferCode;
};

/** Where a driver connects to. */
export type PinnedPlace = RemotePlace & {
  /** Without brackets. */
  host: string;
  address: string;
  port: number;
};

/** How a dealer file names a server: the secrets by their variables. */
type PlaceSettings = Record<'url', string> &
  Partial<Record<'user' | 'hostKey' | 'password' | 'privateKey' | 'passphrase', string | undefined>>;

/** The server that settings name, with the secrets themselves; undefined if one is not set. */
export function placeOf({ url, user, hostKey, ...settings }: PlaceSettings): RemotePlace | undefined {
  const { password, privateKey, passphrase } = settings;
  const secrets = Object.entries({ password, privateKey, passphrase }).flatMap(([key, name]) =>
    name === undefined ? [] : [[key, secretNamed(name)] as const],
  );
  if (secrets.some(([, value]) => value === undefined)) return undefined;
  return { url, user, hostKey, ...Object.fromEntries(secrets) };
}

/** Decoded path of an address. @throws TransferFailure */
export function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname) || '/';
  } catch {
    throw new TransferFailure('bad_address');
  }
}
