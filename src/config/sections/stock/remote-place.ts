import * as v from 'valibot';
import { SecretNameSchema, TextSchema } from '#src/config/sections/setting-types.ts';

/** Connections within the machine need no encryption. */
export const isOwnMachine = (url: string): boolean =>
  /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\//.test(url);

const schemeOf = (url: string | undefined): string =>
  /^[a-z]+(?=:)/i.exec(url ?? '')?.[0]?.toLowerCase() ?? '';

export const isSftp = (url: string | undefined): boolean => schemeOf(url) === 'sftp';
export const isFtp = (url: string | undefined): boolean => ['ftp', 'ftps'].includes(schemeOf(url));

const hasNoPassword = (url: string): boolean => {
  const { username, password } = URL.parse(url) ?? { username: '', password: '' };
  return username === '' && password === '';
};

/** An address of another machine: a file, or a folder if it ends in "/". */
export const RemoteUrlSchema = v.pipe(
  v.string(),
  v.url('a full address'),
  v.check(
    (url) => /^(?:https|sftp|ftps?):\/\/./i.test(url) || isOwnMachine(url),
    'an address that starts with "https://", "sftp://", "ftps://" or "ftp://" (plain http only to this machine)',
  ),
  v.check(hasNoPassword, 'an address without user and password: name them as "user" and "password"'),
);

/** How to sign in at an SFTP or FTP server. */
export const signInEntries = {
  user: v.optional(v.pipe(TextSchema, v.description('FEED-08: user name at an SFTP or FTP server'))),
  password: v.optional(
    v.pipe(SecretNameSchema, v.description('FEED-08: environment variable with the password of that user')),
  ),
  privateKey: v.optional(
    v.pipe(
      SecretNameSchema,
      v.description(
        'FEED-08: environment variable with the private key for SFTP, as in its file; "\\n" may stand for its line breaks',
      ),
    ),
  ),
  passphrase: v.optional(
    v.pipe(SecretNameSchema, v.description('FEED-08: environment variable with the passphrase of that key')),
  ),
  hostKey: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^SHA256:[A-Za-z0-9+/]{43}=?$/,
        'the fingerprint "SHA256:…" of the server, as "ssh-keyscan HOST | ssh-keygen -lf -" prints it',
      ),
      v.description(
        'FEED-08: fingerprint of the SFTP server’s key: another server is refused. Of an "ftps" server, the SHA-256 of its certificate, where no authority has signed it',
      ),
    ),
  ),
};

type SignIn = {
  url?: string | undefined;
  user?: string | undefined;
  password?: string | undefined;
  privateKey?: string | undefined;
  passphrase?: string | undefined;
  hostKey?: string | undefined;
};

/** What a server needs and the settings lack: key and expectation. */
const SIGN_IN_RULES: readonly (readonly [
  key: Exclude<keyof SignIn, 'url'>,
  isMet: (given: SignIn) => boolean,
  expected: string,
])[] = [
  ['user', ({ url, user }) => !isSftp(url) || user !== undefined, 'a "user" for an "sftp" address'],
  [
    'hostKey',
    ({ url, hostKey }) => !isSftp(url) || hostKey !== undefined,
    'the "hostKey" of the server for an "sftp" address',
  ],
  [
    'password',
    ({ url, password, privateKey }) => !isSftp(url) || password !== undefined || privateKey !== undefined,
    'a "password" or "privateKey" for an "sftp" address',
  ],
  [
    'password',
    ({ url, user, password }) => !isFtp(url) || user === undefined || password !== undefined,
    'a "password" beside the "user"',
  ],
  [
    'privateKey',
    ({ url, privateKey }) => privateKey === undefined || isSftp(url),
    'an "sftp" address beside it',
  ],
  [
    'passphrase',
    ({ privateKey, passphrase }) => passphrase === undefined || privateKey !== undefined,
    'a "privateKey" beside it',
  ],
  [
    'user',
    ({ url, user }) => user === undefined || isSftp(url) || isFtp(url),
    'an "sftp", "ftps" or "ftp" address beside it',
  ],
  [
    'hostKey',
    ({ url, hostKey }) => hostKey === undefined || isSftp(url) || schemeOf(url) === 'ftps',
    'an "sftp" or "ftps" address beside it',
  ],
];

/** Checks that the settings for signing in fit the address. */
export const signInChecks = <T extends SignIn>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    for (const [key, isMet, message] of SIGN_IN_RULES) {
      if (isMet(value)) continue;
      const step = { type: 'object', origin: 'value', input: value, key, value: value[key] } as const;
      addIssue({ message, path: [step as never] });
    }
  });
