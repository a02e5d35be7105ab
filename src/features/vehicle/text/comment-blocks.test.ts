import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commentBlocks, plainComments } from './vehicle-sheet.ts';

const plain = (text: string) => ({ text, isBold: false });
const bold = (text: string) => ({ text, isBold: true });

it('VDP-08 paragraphs, lists and bold words are recognised', () => {
  expect(
    commentBlocks(
      'One owner.\nFull books.\n\nExtras:\n• **Tow bar**, 3,000 kg\n- Snorkel\n\n* Canopy\nCall us',
    ),
  ).toEqual([
    { kind: 'paragraph', lines: [[plain('One owner.')], [plain('Full books.')]] },
    { kind: 'paragraph', lines: [[plain('Extras:')]] },
    { kind: 'list', items: [[bold('Tow bar'), plain(', 3,000 kg')], [plain('Snorkel')], [plain('Canopy')]] },
    { kind: 'paragraph', lines: [[plain('Call us')]] },
  ]);
});

it('VDP-08 rows of asterisks and unclosed marks stay text', () => {
  for (const text of ['*** BARGAIN ***', '** open', 'a ** b ** c', '****', '-30 degrees'])
    expect(commentBlocks(text)).toEqual([{ kind: 'paragraph', lines: [[plain(text)]] }]);
  expect(plainComments('**PRICED TO SELL**\nWon’t last')).toBe('PRICED TO SELL\nWon’t last');
});

it('VDP-08 no word of a dealer’s text is lost', () => {
  const letters = (text: string) => text.replace(/[\s*•·▪–-]/g, '');
  const piece = fc.constantFrom('**', '*', '• ', '- ', '\n', '\n\n', ' ', 'word', '<b>', 'Škoda', '👍', '–');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const shown = commentBlocks(text)
        .flatMap((block) => (block.kind === 'list' ? block.items : block.lines))
        .flatMap((runs) => runs.map((run) => run.text))
        .join('');
      expect(letters(shown)).toBe(letters(text));
      expect(letters(plainComments(text))).toBe(letters(text));
    }),
  );
});
