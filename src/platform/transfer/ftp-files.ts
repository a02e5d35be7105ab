import { createHash, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { posix } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ConnectionOptions, TLSSocket } from 'node:tls';
import { Client, FileType, FTPError } from 'basic-ftp';
import {
  capped,
  fileToStore,
  isOfDisk,
  type PinnedPlace,
  type RemoteDriver,
  type RemoteFile,
  type TransferCode,
  TransferFailure,
} from './remote-files.ts';

const IMPLICIT_TLS_PORT = 990;

/** Replies of the protocol. */
const NOT_LOGGED_IN: ReadonlySet<number> = new Set([430, 530, 532]);
const UNAVAILABLE = 550;
const UNKNOWN_COMMANDS: ReadonlySet<number> = new Set([500, 502, 504]);
const NO_DATA_CONNECTION: ReadonlySet<number> = new Set([425, 522]);
/** A name that exists, in the words of servers. */
const isTaken = ({ code, message }: FTPError): boolean =>
  [521, 550, 553].includes(code) &&
  /exist/i.test(message) &&
  !/not exist|n[’']t exist|no such/i.test(message);
const NOT_ALLOWED: ReadonlySet<number> = new Set([532, 552, 553]);

const isPinnedCertificate = (socket: TLSSocket, hostKey: string): boolean => {
  const certificate = socket.getPeerX509Certificate();
  const found = certificate && createHash('sha256').update(certificate.raw).digest('base64');
  return found?.replace(/=+$/, '') === hostKey.replace(/^SHA256:|=+$/g, '');
};

/**
 * An FTP server, in passive mode, with data connections to the same address as the control connection; the library
 * refuses others. With TLS the certificate is checked before the user name is sent.
 */
export function openFtp(place: PinnedPlace): RemoteDriver {
  const { url, host, address, port, user, password, hostKey } = place;
  // Limits of time are those of the caller.
  const client = new Client(0);
  let isSignedIn = false;
  let failure: TransferFailure | undefined;

  /** Of a pinned certificate neither the authority nor the host counts. */
  const tls: ConnectionOptions = {
    host: address,
    ...(isIP(host) ? {} : { servername: host }),
    ...(hostKey === undefined ? {} : { rejectUnauthorized: false }),
  };

  const destroyFor = (code: TransferCode) => {
    failure ??= new TransferFailure(code);
    client.close();
  };

  /** Checks the certificate of each data connection too, before anything is read. */
  function checkDataConnections(): void {
    const enter = client.prepareTransfer;
    client.prepareTransfer = async (ftp) => {
      // The library replaces this by the way in that works.
      client.prepareTransfer = enter;
      try {
        const response = await enter(ftp);
        const data = ftp.dataSocket;
        if (hostKey !== undefined && data instanceof TLSSocket)
          data.prependOnceListener('secureConnect', () => {
            // Who resumes the session of the control connection has its keys.
            if (!data.isSessionReused() && !isPinnedCertificate(data, hostKey)) destroyFor('wrong_host_key');
          });
        return response;
      } finally {
        checkDataConnections();
      }
    };
  }

  async function connect(): Promise<void> {
    const isSecure = /^ftps:/i.test(url);
    if (isSecure && port === IMPLICIT_TLS_PORT) {
      await client.connectImplicitTLS(address, port, tls);
    } else {
      await client.connect(address, port);
      if (isSecure) await client.useTLS(tls);
    }
    const { socket } = client.ftp;
    if (!isSecure) return;
    if (!(socket instanceof TLSSocket)) throw new TransferFailure('bad_certificate');
    if (hostKey !== undefined && !isPinnedCertificate(socket, hostKey))
      throw new TransferFailure('wrong_host_key');
  }

  const modifiedAt = (path: string): Promise<Date | null> =>
    client.lastMod(path).catch((error: unknown) => {
      if (error instanceof FTPError || !client.closed) return null;
      throw error;
    });

  async function listed(folder: string): Promise<RemoteFile[]> {
    // A missing folder is noticed here: some servers list it as empty, others reset the data connection.
    await client.cd(folder);
    const found = await client.list();
    return found
      .filter(({ type }) => type === FileType.File || type === FileType.Unknown)
      .map(({ name, size, modifiedAt: at }) => ({ name, bytes: size, modifiedAt: at ?? null }));
  }

  async function stat(path: string): Promise<RemoteFile | undefined> {
    try {
      const bytes = await client.size(path);
      return { name: posix.basename(path), bytes, modifiedAt: await modifiedAt(path) };
    } catch (error) {
      if (!(error instanceof FTPError)) throw error;
      if (!UNKNOWN_COMMANDS.has(error.code)) return undefined;
      const files = await listed(posix.dirname(path));
      return files.find(({ name }) => name === posix.basename(path));
    }
  }

  return {
    async signIn() {
      await connect();
      await client.login(user, password);
      await client.useDefaultSettings();
      // Further commands of servers that have MLSD would hide its failure.
      if (client.availableListCommands.includes('MLSD')) client.availableListCommands = ['MLSD'];
      checkDataConnections();
      isSignedIn = true;
    },
    list: listed,
    stat,
    async download(path, file, maxBytes) {
      // The protocol does not say whether a file has come whole.
      const known = await stat(path);
      if (!known) throw new TransferFailure('no_file');
      if (known.bytes > maxBytes) throw new TransferFailure('too_large');
      const sent = new PassThrough();
      let bytes = 0;
      sent.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      const storing = pipeline(sent, capped(maxBytes), fileToStore(file)).catch((error: unknown) => {
        if (error instanceof TransferFailure) destroyFor(error.code);
        else if (isOfDisk(error)) destroyFor('not_stored');
      });
      try {
        await client.downloadTo(sent, path);
        await storing;
      } catch (error) {
        sent.destroy();
        await storing;
        throw error;
      }
      if (failure) throw failure;
      if (bytes < known.bytes) throw new TransferFailure('cut_off');
    },
    async upload(path, content) {
      const name = posix.basename(path);
      const unfinished = `.${name}.${randomUUID()}.part`;
      await client.cd(posix.dirname(path));
      try {
        await client.uploadFrom(Readable.from([content]), unfinished);
        await client.rename(unfinished, name).catch(async (error: unknown) => {
          // Some servers rename to no name that exists. The last file stays until the new one is whole.
          if (!(error instanceof FTPError) || !isTaken(error)) throw error;
          const stored = await stat(unfinished);
          if (stored?.bytes !== content.length) throw error;
          await client.remove(name, true);
          await client.rename(unfinished, name);
        });
      } catch (error) {
        if (!client.closed) await client.remove(unfinished, true).catch(() => {});
        throw error;
      }
    },
    bytes: () =>
      [client.ftp.socket, client.ftp.dataSocket].reduce(
        (sum, socket) => sum + (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0),
        0,
      ),
    async end() {
      client.close();
    },
    destroy: () => client.close(),
    codeOf(error): TransferCode {
      if (failure) return failure.code;
      if (isOfDisk(error)) return 'not_stored';
      if (error instanceof FTPError) {
        if (NOT_LOGGED_IN.has(error.code)) return 'refused_sign_in';
        if (NOT_ALLOWED.has(error.code) || /permission|denied/i.test(error.message)) return 'no_permission';
        if (error.code === UNAVAILABLE) return 'no_file';
        if (NO_DATA_CONNECTION.has(error.code)) return 'no_data_connection';
        return isSignedIn ? 'refused_command' : 'no_connection';
      }
      const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
      if (/CERT|SIGNED|TLS|SSL/.test(`${code} ${code === '' ? error : ''}`)) return 'bad_certificate';
      if (!client.closed && message.startsWith('None of the available transfer strategies'))
        return 'no_data_connection';
      return isSignedIn ? 'cut_off' : 'no_connection';
    },
  };
}
