const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);
/** SQLITE_FULL, SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE: the last where a database is opened. */
const SQLITE_NO_SPACE = new Set([13, 778, 4874]);

/** Whether an error says that no space is left: of a file, of SQLite, or as the cause of another error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && NO_SPACE.has(String(error.code))) return true;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_NO_SPACE.has(error.errcode);
  return isDiskFull(error.cause);
}
