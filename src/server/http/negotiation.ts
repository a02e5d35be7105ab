const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The best compression a client takes by its Accept-Encoding, or none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return [name, !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))];
    }),
  );
  return ENCODINGS.find((name) => accepted.get(name) ?? accepted.get('*'));
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether an If-None-Match names this ETag; weak and strong forms of one tag are the same. */
export const holdsEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => part.trim() === '*' || opaque(part) === opaque(etag)) ?? false;
