/** The validators of a picture from its last fetch, for the sender to compare. */
export type Seen = { etag: string | null; lastModified: string | null };

export type PictureResponse =
  | ({ kind: 'fetched'; bytes: Buffer } & Seen)
  /** As it was when it was last fetched. */
  | { kind: 'unchanged' }
  /** A few words that many pictures may share; never the address, never what the sender wrote. */
  | {
      kind: 'failed';
      reason: string;
      /** No response, or not in time; other pictures of this host will probably fail too. */
      isSilence?: true;
    };

/** Fetches originals from the addresses in feeds. */
export type PictureSource = {
  /** Returns every failure, and never rejects. */
  fetch(url: string, seen?: Seen): Promise<PictureResponse>;
  close(): void;
};
