import {
  FILE_SERVER_PORTS,
  pinAddress,
  RefusedAddressError,
  type Resolve,
  resolveBySystem,
} from '#src/platform/http/public-address.ts';
import {
  type PinnedPlace,
  type RemoteDriver,
  type RemoteFiles,
  type RemotePlace,
  TRANSFER_CODES,
  TransferFailure,
  type TransferOptions,
} from './remote-files.ts';

/** How often it is checked whether bytes have come, in a stall. */
const CHECKS_PER_STALL = 4;
const GOODBYE_MS = 500;

async function pinned(
  place: RemotePlace,
  { allowedHosts }: TransferOptions,
  resolve: Resolve,
): Promise<PinnedPlace> {
  const url = URL.parse(place.url);
  const [ownPort] = FILE_SERVER_PORTS[url?.protocol ?? ''] ?? [];
  if (!url || ownPort === undefined) throw new TransferFailure('bad_address');
  // Of addresses that are not for the web, URL keeps the capitals.
  url.hostname = url.hostname.toLowerCase();
  try {
    const { address } = await pinAddress(url, resolve, allowedHosts, FILE_SERVER_PORTS);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return { ...place, host, address, port: Number(url.port || ownPort) };
  } catch (error) {
    if (!(error instanceof RefusedAddressError)) throw error;
    const reason = error.message.replace(/^an? /, '').replaceAll(' ', '_');
    throw new TransferFailure(TRANSFER_CODES.find((code) => code === reason) ?? 'bad_address');
  }
}

/** Limits of time of one connection. */
function startWatch({ signal, totalMs, stallMs }: TransferOptions) {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  let failure: TransferFailure | undefined;
  let driver: RemoteDriver | undefined;
  const fail = (code: TransferFailure['code']) => {
    if (failure) return;
    failure = new TransferFailure(code);
    ended.reject(failure);
    driver?.destroy();
  };
  const stop = () => fail('stopped');
  signal.addEventListener('abort', stop, { once: true });
  const total = setTimeout(() => fail('too_slow'), totalMs);
  if (signal.aborted) stop();

  function watchStall(): NodeJS.Timeout {
    let bytes = driver?.bytes() ?? 0;
    let since = performance.now();
    return setInterval(
      () => {
        const now = driver?.bytes() ?? 0;
        if (now !== bytes) since = performance.now();
        else if (performance.now() - since >= stallMs) fail('stalled');
        bytes = now;
      },
      Math.ceil(stallMs / CHECKS_PER_STALL),
    );
  }

  return {
    use(opened: RemoteDriver) {
      driver = opened;
      if (failure) opened.destroy();
    },
    /** Runs an operation until it is done or the connection is ended. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (failure) throw failure;
      const stall = watchStall();
      const working = work();
      try {
        return await Promise.race([working, ended.promise]);
      } catch (error) {
        // Nothing may be written after this. DNS lookups cannot be aborted.
        if (driver) await working.catch(() => {});
        if (failure) throw failure;
        if (error instanceof TransferFailure) throw error;
        throw new TransferFailure(driver?.codeOf(error) ?? 'no_connection');
      } finally {
        clearInterval(stall);
      }
    },
    end() {
      clearTimeout(total);
      signal.removeEventListener('abort', stop);
    },
  };
}

/**
 * Connects to an SFTP or FTP server, at the address that its host has now, and signs in.
 * @throws TransferFailure, as do the files' operations; all connections are closed then
 */
export async function connectTo(
  place: RemotePlace,
  options: TransferOptions,
  resolve: Resolve = resolveBySystem,
): Promise<RemoteFiles> {
  const watch = startWatch(options);
  let driver: RemoteDriver | undefined;
  try {
    const to = await watch.run(() => pinned(place, options, resolve));
    // Both libraries take memory in every process that may need one.
    const opened = /^sftp:/i.test(place.url)
      ? (await import('./sftp-files.ts')).openSftp(to)
      : (await import('./ftp-files.ts')).openFtp(to);
    driver = opened;
    watch.use(opened);
    await watch.run(() => opened.signIn());
    return {
      list: (folder) => watch.run(() => opened.list(folder)),
      stat: (path) => watch.run(() => opened.stat(path)),
      download: (path, file, maxBytes) => watch.run(() => opened.download(path, file, maxBytes)),
      upload: (path, content) => watch.run(() => opened.upload(path, content)),
      async close() {
        watch.end();
        const goodbye = setTimeout(() => opened.destroy(), GOODBYE_MS);
        await opened.end().catch(() => {});
        clearTimeout(goodbye);
        opened.destroy();
      },
    };
  } catch (error) {
    watch.end();
    driver?.destroy();
    throw error;
  }
}
