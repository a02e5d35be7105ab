/** A site one of whose pages could not be rendered, one of whose photos not read, or whose host is another's, or that could not be written. */
export type FailedSite = { slug: string; reason: string } & (
  | { page: string }
  | { picture: string }
  | { host: string }
  /** Folder it is published in, and whether it was published before. */
  | { folder: string; isFirst: boolean }
);

function whatFailed({ reason, ...part }: Exclude<FailedSite, { folder: string }>): string {
  if ('page' in part) return `its page ${part.page} cannot be rendered (${reason}).`;
  if ('host' in part) return `its host ${part.host} ${reason}.`;
  return `its picture ${part.picture} cannot be read (${reason}). Put a sound JPEG, PNG, WebP or AVIF file there, or name another in its dealer file.`;
}

/** One line for ops. */
export function failureText(failure: FailedSite): string {
  if (!('folder' in failure))
    return `${failure.slug}: ${whatFailed(failure)} The site stays as it was published before.`;
  const { slug, folder, isFirst, reason } = failure;
  const state = isFirst
    ? 'It is not online yet.'
    : 'It stays online with the settings it had; some of its pages may be new already.';
  return `${slug}: its files in ${folder} could not be written (${reason}). ${state} Free the disk or mend its permissions, then build it again.`;
}
