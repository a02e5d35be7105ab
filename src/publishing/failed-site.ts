/**
 * A site one of whose pages could not be rendered, one of whose photos not read, or whose host is another's, or that
 * could not be written.
 */
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
  return `its picture ${part.picture} cannot be read (${reason}). Put a valid JPEG, PNG, WebP or AVIF file there, or name another in its dealer file.`;
}

/** One line for ops. */
export function failureText(failure: FailedSite): string {
  if (!('folder' in failure))
    return `${failure.slug}: ${whatFailed(failure)} The published site is unchanged.`;
  const { slug, folder, isFirst, reason } = failure;
  const state = isFirst ? 'It is not online yet.' : 'It stays online as it was.';
  return `${slug}: its files in ${folder} could not be written (${reason}). ${state} Free disk space or fix its permissions, then build the site again.`;
}
