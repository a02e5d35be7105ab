/** Prevents line breaks at hyphens in short words, as in D-MAX; longer words may need them. */
export const WholeWords = ({ text }: { text: string }) =>
  text.split(/(\b\S{1,8}-\S{1,8}\b)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else
      <span key={at} className="whole-word">
        {part}
      </span>
    ),
  );
