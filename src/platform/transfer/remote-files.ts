/** A server of another company, with the secrets themselves. */
export type RemotePlace = {
  /** `sftp:`, `ftp:` or `ftps:`, without user and password. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** PEM or OpenSSH format. */
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

/** An open connection. Paths are those of addresses: absolute, decoded. */
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

/**
 * A failed transfer. Codes never contain addresses or text from the server: `no_connection`, `refused_sign_in`,
 * `wrong_host_key`, `bad_certificate`, `no_file`, `no_permission`, `too_large`, `stalled`, `too_slow`, `cut_off`,
 * `stopped`.
 */
export class TransferFailure extends Error {
  override name = 'TransferFailure';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export type TransferOptions = {
  /** `host:port` that may be private or use another port than the usual one. */
  allowedHosts: ReadonlySet<string>;
  signal: AbortSignal;
  /** From the DNS lookup to the last byte. */
  totalMs: number;
  /** Between bytes. */
  stallMs: number;
};
