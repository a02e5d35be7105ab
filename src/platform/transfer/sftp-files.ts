import { createHash, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { basename, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import SftpClient from 'ssh2-sftp-client';
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

/** Status codes of the protocol. */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
/** Also of a name that exists, in the version of the protocol that servers speak. */
const FAILURE = 4;
const FILE_EXISTS = 11;
const UNSUPPORTED = 8;

/** Requested at once; servers send less if they must. */
const CHUNK_BYTES = 256 * 1024;

/** Algorithms of host keys, by the type of the key. */
const HOST_KEY_ALGORITHMS = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
} as const;
type HostKeyType = keyof typeof HOST_KEY_ALGORITHMS;
const HOST_KEY_TYPES = Object.keys(HOST_KEY_ALGORITHMS) as HostKeyType[];

const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64');
const withoutPadding = (fingerprint: string): string => fingerprint.replace(/=+$/, '');

/** A key begins with its type, after four bytes of length. */
const typeOf = (key: Buffer): HostKeyType | undefined => {
  const name = key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1');
  return HOST_KEY_TYPES.find((type) => type === name);
};

/** Errors of ssh2 have a level. */
const levelOf = (error: unknown): string =>
  error instanceof Error && 'level' in error ? String(error.level) : '';

const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

function connected(address: string, port: number, onSocket: (socket: Socket) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
    onSocket(socket);
  });
}

/** An SFTP server. Another host key than the pinned one gets neither user name nor password. */
export function openSftp(place: PinnedPlace): RemoteDriver {
  const { address, port, user, password, passphrase } = place;
  const privateKey = place.privateKey?.replaceAll('\\n', '\n');
  const pinnedKey = withoutPadding(place.hostKey ?? '');
  let socket: Socket | undefined;
  let bytesBefore = 0;
  let isSignedIn = false;
  let client = newClient();

  function newClient(): SftpClient {
    // Its own listeners write to the console.
    return new SftpClient('forecourt', { error: () => {}, end: () => {}, close: () => {} });
  }

  const destroy = () => {
    socket?.destroy();
  };

  /** @returns the type of the host key, if it is not the pinned one */
  async function tryKeys(offered: readonly HostKeyType[]): Promise<'signed in' | HostKeyType> {
    bytesBefore += socket ? socket.bytesRead + socket.bytesWritten : 0;
    const sock = await connected(address, port, (opening) => {
      socket = opening;
    });
    client = newClient();
    let other: HostKeyType | 'unknown' | undefined;
    let level = '';
    client.on('error', (error: unknown) => {
      level ||= levelOf(error);
    });
    try {
      await client.connect({
        sock,
        username: user ?? '',
        ...(password === undefined ? {} : { password }),
        ...(privateKey === undefined ? {} : { privateKey }),
        ...(passphrase === undefined ? {} : { passphrase }),
        authHandler: [
          ...(privateKey === undefined ? [] : (['publickey'] as const)),
          ...(password === undefined ? [] : (['password'] as const)),
        ],
        algorithms: { serverHostKey: offered.flatMap((type) => HOST_KEY_ALGORITHMS[type]) },
        hostVerifier: (key: Buffer) => {
          const isPinned = `SHA256:${withoutPadding(fingerprintOf(key))}` === pinnedKey;
          if (!isPinned) other = typeOf(key) ?? 'unknown';
          return isPinned;
        },
        readyTimeout: 0,
      });
      return 'signed in';
    } catch (error) {
      sock.destroy();
      if (other === 'unknown') throw new TransferFailure('wrong_host_key');
      if (other !== undefined) return other;
      if (level === 'client-authentication') throw new TransferFailure('refused_sign_in');
      if (/privateKey/.test(String(error))) throw new TransferFailure('bad_private_key');
      // None of the remaining types of key.
      if (level === 'handshake' && offered.length < HOST_KEY_TYPES.length)
        throw new TransferFailure('wrong_host_key');
      throw error;
    }
  }

  async function remove(path: string): Promise<void> {
    await client.delete(path, true);
  }

  /** In place of the last file, which stays where anything else than its name is in the way. */
  async function replace(path: string, unfinished: string, bytes: number): Promise<void> {
    try {
      return void (await client.posixRename(unfinished, path));
    } catch (error) {
      if (statusOf(error) !== UNSUPPORTED && !/not support/i.test(String(error))) throw error;
    }
    try {
      return void (await client.rename(unfinished, path));
    } catch (error) {
      // A server without that extension renames to no name that exists.
      if (statusOf(error) !== FAILURE && statusOf(error) !== FILE_EXISTS) throw error;
      if ((await client.stat(unfinished)).size !== bytes || !(await client.exists(path))) throw error;
    }
    await remove(path);
    await client.rename(unfinished, path);
  }

  return {
    /** A server has keys of several types; any of them may be the pinned one. */
    async signIn() {
      let offered = HOST_KEY_TYPES;
      while (offered.length > 0) {
        const outcome = await tryKeys(offered);
        isSignedIn = outcome === 'signed in';
        if (isSignedIn) return;
        offered = offered.filter((type) => type !== outcome);
      }
      throw new TransferFailure('wrong_host_key');
    },
    async list(folder) {
      const found = await client.list(folder);
      return found
        .filter(({ type }) => type !== 'd' && type !== 'l')
        .map(({ name, size, modifyTime }) => ({ name, bytes: size, modifiedAt: new Date(modifyTime) }));
    },
    async stat(path): Promise<RemoteFile | undefined> {
      try {
        const found = await client.stat(path);
        if (!found.isFile) return undefined;
        return { name: basename(path), bytes: found.size, modifiedAt: new Date(found.modifyTime) };
      } catch (error) {
        if (statusOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async download(path, file, maxBytes) {
      const sent = client.createReadStream(path, { highWaterMark: CHUNK_BYTES });
      await pipeline(sent, capped(maxBytes), fileToStore(file));
    },
    async upload(path, content) {
      const unfinished = posix.join(posix.dirname(path), `.${posix.basename(path)}.${randomUUID()}.part`);
      try {
        await client.put(content, unfinished);
        await replace(path, unfinished, content.length);
      } catch (error) {
        await remove(unfinished).catch(() => {});
        throw error;
      }
    },
    bytes: () => bytesBefore + (socket ? socket.bytesRead + socket.bytesWritten : 0),
    async end() {
      await client.end();
    },
    destroy,
    codeOf(error): TransferCode {
      if (isOfDisk(error)) return 'not_stored';
      const status = statusOf(error);
      if (status === NO_SUCH_FILE || status === 'ENOENT') return 'no_file';
      if (status === PERMISSION_DENIED) return 'no_permission';
      return isSignedIn ? 'cut_off' : 'no_connection';
    },
  };
}
