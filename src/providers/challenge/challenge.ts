/** What a browser was given for having passed a challenge, to be shown once. */
export type ChallengeToken = {
  token: string;
  /** UUID: the same token asked about again under the same id is answered as before. */
  id: string;
};

/** `reason` is one of the service's own codes or a failure to reach it. */
export type ChallengeOutcome =
  | { kind: 'passed' }
  /** No token, one of another site, an old one, or one shown before. */
  | { kind: 'failed'; reason: string }
  /** Nobody can say. */
  | { kind: 'unavailable'; reason: string };

/** A service that tells people from machines; `verify` answers every failure as an outcome and never rejects. */
export type Challenge = { verify(token: ChallengeToken): Promise<ChallengeOutcome> };
