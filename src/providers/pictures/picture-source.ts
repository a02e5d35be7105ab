/** What was known of a picture when it was last fetched; the sender compares. */
export type Seen = { etag: string | null; lastModified: string | null };

export type PictureResponse =
  | ({ kind: 'fetched'; bytes: Buffer } & Seen)
  /** As it was when it was last fetched. */
  | { kind: 'unchanged' }
  /** A few words that many pictures may share; never the address, never what the sender wrote. */
  | {
      kind: 'failed';
      reason: string;
      /** Nobody answered, or not in time; others of this host will fare alike. */
      isSilence?: true;
    };

/** Fetches originals from where feeds say they are. */
export type PictureSource = {
  /** Answers every failure, and never rejects. */
  fetch(url: string, seen?: Seen): Promise<PictureResponse>;
  close(): void;
};
