const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether an If-None-Match names this ETag; weak and strong forms of one tag are the same. */
export const holdsEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => part.trim() === '*' || opaque(part) === opaque(etag)) ?? false;
