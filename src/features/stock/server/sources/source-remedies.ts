import type { TransferCode } from '#src/platform/transfer/remote-files.ts';

const CHECK_ADDRESS = 'correct stock.feed.url in the dealer file';

type SourceCode =
  | TransferCode
  | 'bad_compression'
  | 'bad_redirect'
  | 'being_written'
  | 'folder_not_allowed'
  | 'looks_broken'
  | 'no_credentials'
  | 'no_folder'
  | 'no_new_file'
  | 'no_storage'
  | 'not_https'
  | 'too_many_files'
  | 'too_many_redirects'
  | 'unknown_compression'
  | 'unreadable';

/** What each code means and what to do, in one sentence. */
const REMEDIES: Readonly<Record<SourceCode, string>> = {
  no_such_host: `There is no server of that name: ${CHECK_ADDRESS}, or ask the supplier whether it has moved.`,
  private_address:
    'The server is in a private network: have the operator name it in FEED_HOSTS if that is meant.',
  unusual_port:
    'The address has a port that its protocol does not usually have: correct it, or have the operator name host and port in FEED_HOSTS.',
  bad_address: `The address cannot be read: ${CHECK_ADDRESS}.`,
  bad_private_key:
    'The private key cannot be read: put the whole key file into the variable that stock.feed.privateKey names, and its passphrase into that of stock.feed.passphrase.',
  no_connection:
    'The server does not answer: ask the supplier whether it is down; the feed is read again by itself.',
  wrong_host_key:
    "The server's host key is not the pinned one: ask the supplier whether it was changed, then set stock.feed.hostKey to the fingerprint they confirm.",
  bad_certificate:
    "The server's certificate is not valid for its host: ask the supplier to renew it, or, for ftps, pin its fingerprint as stock.feed.hostKey.",
  refused_sign_in:
    'The server refuses the user name, password or key: ask the supplier for the present ones, and correct the environment variables that stock.feed names.',
  no_file:
    'The feed is not there: ask the supplier whether it was sent, and check path and stock.feed.files.',
  no_permission: 'The file or folder may not be read or moved: have the owner of the server allow it.',
  no_data_connection:
    'The server opens no connection for data: ask the supplier to allow passive mode (EPSV) from this machine.',
  refused_command:
    'The server refused a command: ask the supplier whether the account may list and read files.',
  too_large: 'The feed is larger than allowed: ask the supplier to split it, or to send it compressed.',
  not_stored:
    'This machine could not store the feed: free disk space, and check who may write into DATA_DIR.',
  no_storage:
    'The bucket in STORAGE_URL cannot be reached: the feed is read again by itself; check the store, and the AWS_ variables if it goes on.',
  stalled: 'The server stopped sending: the feed is read again by itself; ask the supplier if it goes on.',
  too_slow:
    'The feed took too long to arrive: ask the supplier to send it compressed, or from a faster server.',
  cut_off:
    'The connection ended before the feed was whole: it is read again by itself; ask the supplier if it goes on.',
  stopped: 'The reading was stopped with its process: the feed is read again by itself.',
  bad_compression:
    'The feed is damaged on its way: it is read again by itself; ask the supplier if it goes on.',
  bad_redirect: `The address leads nowhere: ${CHECK_ADDRESS}.`,
  not_https: 'The address leads to one without encryption: ask the supplier for an https address.',
  too_many_redirects: `The address leads from one to the next: ${CHECK_ADDRESS}.`,
  unknown_compression:
    'The server compresses the feed in a way that is not read: ask the supplier for gzip or none.',
  being_written: 'The supplier is still writing the file: it is read once it stays the same.',
  folder_not_allowed:
    'The folder is not one for feeds: move it below the dealers folder or into a folder of DATA_DIR, or have the operator list it in FEED_FOLDERS.',
  looks_broken:
    'The feed would change too much of the stock: look at it with --dry-run, and import it with --force if it is right.',
  no_credentials:
    'An environment variable that stock.feed names is not set: set it where the process is started, and start it again.',
  no_folder: 'The folder does not exist: create it, or correct stock.feed.folder in the dealer file.',
  no_new_file: 'No feed has arrived since the last one: wait for the supplier, or ask them to send it.',
  too_many_files:
    'The folder holds more than 5,000 files of changes: ask the supplier to delete those that were read.',
  unreadable:
    'The file is no feed of the format that stock.feed states: look at it with --dry-run, and ask the supplier.',
};

/** By status, and by the first digit of others. */
const HTTP_REMEDIES: Readonly<Record<string, string>> = {
  http_401:
    'The server wants to know who asks: check stock.feed.authorization and the variable that it names.',
  http_403:
    'The server allows no access: check stock.feed.authorization, and ask the supplier whether this address may be read from here.',
  http_404: `Nothing is at the address: ${CHECK_ADDRESS}, or ask the supplier whether it has moved.`,
  http_4xx: 'The server refuses the request: ask the supplier for the present address.',
  http_5xx:
    'The server has a fault of its own: the feed is read again by itself; ask the supplier if it goes on.',
};

/** One sentence about a code of a reading, with what to do; undefined for others. */
export function sourceRemedy(code: string | null): string | undefined {
  if (code === null) return undefined;
  if (Object.hasOwn(REMEDIES, code)) return REMEDIES[code as SourceCode];
  return /^http_[45]\d\d$/.test(code)
    ? (HTTP_REMEDIES[code] ?? HTTP_REMEDIES[`${code.slice(0, 6)}xx`])
    : undefined;
}
