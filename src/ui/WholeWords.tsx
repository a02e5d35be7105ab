/** A text whose words are broken at no hyphen, as in D-MAX. */
export const WholeWords = ({ text }: { text: string }) =>
  text.split(/(\S*-\S*)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else
      <span key={at} className="whole-word">
        {part}
      </span>
    ),
  );
