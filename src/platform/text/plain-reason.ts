/** `what` is a clause without capital and full stop, `remedy` whole sentences. */
type Explanation = { what: string; remedy: string };

type Endpoint = { host: string; port: string };

const forPath = (path: string) => path && ` for ${path}`;

/** File errors by Node's codes; some have no path. */
const OF_FILES: Readonly<Record<string, (path: string) => Explanation>> = {
  ENOENT: (path) => ({ what: `there is no file or folder ${path}`, remedy: 'Check the path.' }),
  ENOTDIR: (path) => ({ what: `a part of ${path} is a file, not a folder`, remedy: 'Check the path.' }),
  EISDIR: (path) => ({ what: `${path || 'it'} is a folder, not a file`, remedy: 'Name a file.' }),
  EEXIST: (path) => ({ what: `${path} is there already`, remedy: 'Remove it, or choose another name.' }),
  ENOTEMPTY: (path) => ({ what: `the folder ${path} is not empty`, remedy: 'Empty it, or choose another.' }),
  ELOOP: (path) => ({ what: `${path} is a link that leads back to itself`, remedy: 'Replace the link.' }),
  ENAMETOOLONG: (path) => ({ what: `the name ${path} is too long`, remedy: 'Choose a shorter one.' }),
  EACCES: (path) => ({
    what: `this user may not open or change ${path || 'a file'}`,
    remedy: 'Give the user that runs this command permission, or run it as the owner.',
  }),
  EROFS: (path) => ({
    what: `the disk of ${path} can only be read`,
    remedy: 'Choose a folder on another disk.',
  }),
  ENOSPC: (path) => ({ what: `no space is left${forPath(path)} (ENOSPC)`, remedy: 'Free disk space.' }),
  EDQUOT: (path) => ({
    what: `this user has no space left${forPath(path)} (EDQUOT)`,
    remedy: 'Free disk space.',
  }),
  EIO: (path) => ({
    what: `the disk failed${path && ` at ${path}`} (EIO)`,
    remedy: 'Have the disk checked.',
  }),
  EBUSY: (path) => ({
    what: `another program uses ${path || 'a file'}`,
    remedy: 'End that program, then try again.',
  }),
  EMFILE: () => ({ what: 'too many files are open', remedy: 'Raise the limit, which "ulimit -n" shows.' }),
};

/** Connection errors by codes of Node and its fetch. */
const OF_CONNECTIONS: Readonly<Record<string, (place: Endpoint) => Explanation>> = {
  ECONNREFUSED: ({ host, port }) => ({
    what: `nothing listens at ${host}${port && `:${port}`}`,
    remedy: 'Start what should respond there, or correct the address.',
  }),
  ENOTFOUND: ({ host }) => ({ what: `there is no host ${host}`, remedy: 'Check the address.' }),
  ECONNRESET: () => ({ what: 'the other side ended the connection', remedy: 'Try again.' }),
  ETIMEDOUT: () => ({ what: 'no response came in time', remedy: 'Check the address and the network.' }),
  EHOSTUNREACH: ({ host }) => ({ what: `no network leads to ${host}`, remedy: 'Check the network.' }),
  EADDRNOTAVAIL: ({ host }) => ({ what: `this machine has no address ${host}`, remedy: 'Correct HOST.' }),
  EADDRINUSE: ({ port }) => ({
    what: `port ${port} is taken`,
    remedy: 'Stop what uses it, or choose another.',
  }),
};

/** Ports below 1024 require privileges. */
const forbiddenPort = (error: Error): Explanation => ({
  what: `this user may not listen on port ${textOf(error, 'port')}`,
  remedy: 'Choose a port from 1024 on: PORT=4321.',
});

const SAME: Readonly<Record<string, string>> = {
  EPERM: 'EACCES',
  ENFILE: 'EMFILE',
  EPIPE: 'ECONNRESET',
  UND_ERR_SOCKET: 'ECONNRESET',
  EAI_AGAIN: 'ENOTFOUND',
  ENETUNREACH: 'EHOSTUNREACH',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_BODY_TIMEOUT: 'ETIMEDOUT',
  TimeoutError: 'ETIMEDOUT',
};

/** SQLite errors by the lower byte of their result codes. */
const OF_SQLITE: Readonly<Record<number, Explanation>> = {
  5: { what: 'another process is using the database', remedy: 'Try again once it has ended.' },
  6: { what: 'another process is using the database', remedy: 'Try again once it has ended.' },
  8: { what: 'this user may not write to the database', remedy: 'Give the user permission to its folder.' },
  11: { what: 'the database file is damaged', remedy: 'Restore a backup of it.' },
  13: { what: 'no space is left for the database', remedy: 'Free disk space.' },
  14: {
    what: 'the database file cannot be opened',
    remedy: 'Check DATA_DIR and the permissions of its folder.',
  },
  26: { what: 'the database file is no database', remedy: 'Restore a backup of it, or correct DATA_DIR.' },
};

const LOWER_BYTE = 0xff;

const textOf = (error: Error, key: string): string => String(Reflect.get(error, key) ?? '');

function ofSqlite(error: Error): Explanation {
  const code = Number(Reflect.get(error, 'errcode'));
  return (
    OF_SQLITE[code & LOWER_BYTE] ?? {
      what: `SQLite refused it (${code})`,
      remedy: `Details: ${error.message}`,
    }
  );
}

/** Errors thrown by Node and libraries with messages for programmers. */
const PROGRAMMERS_ERRORS: ReadonlySet<string> = new Set([
  ...['TypeError', 'SyntaxError', 'RangeError', 'ReferenceError', 'URIError', 'EvalError', 'AssertionError'],
  ...['AggregateError', 'AbortError', 'ValiError', 'CsvError', 'YAMLParseError'],
]);

const FOREIGN_CODE = /^(?:ERR_|UND_ERR_|HPE_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

function unexpected(error: Error): Explanation {
  return {
    what: 'something failed that is not expected to',
    remedy: `Details: ${error.name}: ${error.message}`,
  };
}

/** A readable message for errors of Node, databases and libraries; undefined for errors of our own. */
function explain(error: Error): Explanation | undefined {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return explain(error.errors[0]);
  const written = error.name === 'TimeoutError' ? error.name : textOf(error, 'code');
  const code = SAME[written] ?? written;
  if (code === 'ERR_SQLITE_ERROR') return ofSqlite(error);
  const isOfSystem = 'syscall' in error || 'errno' in error || /^(?:UND_ERR_|TimeoutError$)/.test(written);
  if (code === 'EACCES' && textOf(error, 'syscall') === 'listen') return forbiddenPort(error);
  if (isOfSystem && Object.hasOwn(OF_FILES, code)) {
    const paths = [textOf(error, 'path'), textOf(error, 'dest')].filter((path) => path !== '');
    return OF_FILES[code]?.(paths.join(' or '));
  }
  if (isOfSystem && Object.hasOwn(OF_CONNECTIONS, code)) {
    const host = textOf(error, 'hostname') || textOf(error, 'address') || 'the address';
    return OF_CONNECTIONS[code]?.({ host, port: textOf(error, 'port') });
  }
  // fetch wraps the reason in `cause`.
  if (error.name === 'TypeError' && error.cause instanceof Error) {
    return (
      explain(error.cause) ?? { what: 'no connection was made', remedy: `Details: ${error.cause.message}` }
    );
  }
  if (error.name === 'SyntaxError' && /JSON/.test(error.message)) {
    return { what: 'it is not valid JSON', remedy: 'Correct it, or restore it.' };
  }
  const isForeign = PROGRAMMERS_ERRORS.has(error.name) || FOREIGN_CODE.test(code);
  return isForeign ? unexpected(error) : undefined;
}

/** Reason of a failure as a clause, never the bare message of Node or a library. */
export function plainReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = explain(error);
  if (!words) return error.message;
  return words.remedy.startsWith('Details:') ? `${words.what}; ${words.remedy}` : words.what;
}

/** Failure and remedy as sentences, never the bare message of Node or a library. */
export function plainMessage(error: unknown): string {
  const words = error instanceof Error ? explain(error) : undefined;
  if (!words) return plainReason(error);
  return `${words.what.charAt(0).toUpperCase()}${words.what.slice(1)}. ${words.remedy}`;
}
