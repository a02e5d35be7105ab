/** Control characters except line breaks and tabs, bidirectional controls, zero-width spaces, tags, fillers. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/gu;
const LAYOUT: ReadonlySet<string> = new Set(['\n', '\r', '\t']);
const JOINER = '\u200d';
const ENDS_IN_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u;
const STARTS_WITH_EMOJI = /^\p{Extended_Pictographic}/u;

/** Invisible characters can reverse a name or hide a word (U+202E); joiners inside emoji are harmless. */
export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (character, at: number) => {
    if (LAYOUT.has(character)) return character;
    const joinsEmoji =
      character === JOINER &&
      ENDS_IN_EMOJI.test(text.slice(Math.max(0, at - 3), at)) &&
      STARTS_WITH_EMOJI.test(text.slice(at + 1, at + 3));
    return joinsEmoji ? character : '';
  });
