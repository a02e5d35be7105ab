/** The token a browser received for passing a challenge, valid once. */
export type ChallengeToken = {
  token: string;
  /** UUID: a repeated request with the same token and id gets the same response. */
  id: string;
};

/** `reason` is one of the service's own codes or a failure to reach it. */
export type ChallengeOutcome =
  | { kind: 'passed' }
  /** No token, one of another site, an old one, or one shown before. */
  | { kind: 'failed'; reason: string }
  /** Nobody can say. */
  | { kind: 'unavailable'; reason: string };

/** A service that distinguishes people from bots; `verify` returns every failure as an outcome and never rejects. */
export type Challenge = { verify(token: ChallengeToken): Promise<ChallengeOutcome> };
