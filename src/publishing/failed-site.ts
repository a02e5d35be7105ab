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

type OfContent = Exclude<FailedSite, { folder: string } | { page: string }>;

function whatFailed({ reason, ...part }: OfContent): string {
  if ('host' in part) return `its host ${part.host} ${reason}.`;
  return `its picture ${part.picture} cannot be read (${reason}). Put a valid JPEG, PNG, WebP or AVIF file there, or name another in its dealer file.`;
}

/** One line for ops. */
export function failureText(failure: FailedSite): string {
  if ('page' in failure) {
    const { slug, page, reason } = failure;
    return `${slug}: its page ${page} cannot be rendered. The published site is unchanged. Correct the settings or the code behind the page, then build the site again. Details: ${reason}`;
  }
  if (!('folder' in failure))
    return `${failure.slug}: ${whatFailed(failure)} The published site is unchanged.`;
  const { slug, folder, isFirst, reason } = failure;
  const state = isFirst ? 'It is not online yet.' : 'It stays online as it was.';
  return `${slug}: its files in ${folder} could not be written (${reason}). ${state} Free disk space or fix its permissions, then build the site again.`;
}
