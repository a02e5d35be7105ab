/**
 * CFG-19: all that pages know about the visitor; there are no other roles. Without schemas, because browsers load it.
 */
export type Visitor = { isSignedIn: boolean };
export const ANYONE: Visitor = { isSignedIn: false };
