/**
 * Words readers stumbled over, each with what to write instead: the glossary of CONTRIBUTING.md, and phrases no
 * native reader would use. Patterns match whole words, in any case.
 */
export const WORDS: readonly (readonly [pattern: string, instead: string])[] = [
  ['anew', 'again'],
  ['couriers?', 'delivery adapter'],
  ['lanes?', 'queue'],
  ['moods?', 'fault mode'],
  ['chores?', 'job'],
  ['whoever', 'anyone who'],
  ['tell(?:s|ing)? nobody', 'does not report'],
  ['told', 'sent, reported, informed'],
  ['the trap', 'the honeypot'],
  ['(?:the|a|no) news of', 'update of'],
  ['kept (?:answers?|responses?)', 'cached response'],
  ['lets? (?:it|them) go', 'release'],
  ['(?:is|are|was|were) away', 'unavailable'],
  ['without a proof', 'without a challenge token'],
  ['stands? still', 'is fixed'],
  ['of the kind', 'such'],
  ['binds? nobody', 'no obligation'],
  ['has moved on', "we can't find"],
  ['on the lot', 'in stock'],
];
