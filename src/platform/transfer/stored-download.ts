import { createWriteStream } from 'node:fs';
import { Transform, type Writable } from 'node:stream';
import { TransferFailure } from './remote-files.ts';

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
