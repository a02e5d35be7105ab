/** CFG-19: all that a site knows of who is asking; there are no other roles. Without schemas: cards in browsers use it. */
export type Visitor = { isSignedIn: boolean };
export const ANYONE: Visitor = { isSignedIn: false };
