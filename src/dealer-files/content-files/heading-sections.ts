import {
  blockText,
  loneImage,
  loneLink,
  type MarkdownBlock,
  markdownBlocks,
  plainPoints,
} from '#src/domain/content/markdown.ts';
import type { Finding } from '../problem.ts';

type Picture = { url: string; alt: string };

/** A heading "##" with what is below it. */
export type HeadingSection = {
  heading: string;
  /** In Markdown; empty if nothing is left of it. */
  text: string;
  points: string[];
  picture?: Picture;
  link?: { label: string; href: string };
  /** Lines of the whole text, the first 1: of the heading, and of the first line of `text`. */
  line: number;
  textLine: number;
};

const isHeading = ({ tokens: [open] }: MarkdownBlock) => open?.tag === 'h2';

function partOf(
  lines: readonly string[],
  from: number,
  end: number,
): Omit<HeadingSection, 'heading' | 'line'> {
  const rest = lines.slice(from, end);
  let blocks = markdownBlocks(rest.join('\n'));
  const take = <T>(block: MarkdownBlock | undefined, found: T | undefined): T | undefined => {
    if (!block || found === undefined) return undefined;
    blocks = blocks.filter((each) => each !== block);
    // Blank lines keep the numbers of those below.
    rest.fill('', block.start, block.end);
    return found;
  };
  const pictured = blocks.find(loneImage);
  const picture = take(pictured, pictured && loneImage(pictured));
  const last = blocks.at(-1);
  const link = take(last, last && loneLink(last));
  const listed = blocks.at(-1);
  const points = take(listed, listed && plainPoints(listed)) ?? [];
  const blank = rest.findIndex((line) => line.trim() !== '');
  return {
    text: rest.join('\n').trim(),
    textLine: from + Math.max(blank, 0) + 1,
    points,
    ...(picture && { picture }),
    ...(link && { link }),
  };
}

/**
 * The sections of a text with a heading for each. The first picture of a section is beside it; a list of plain points
 * at its end are its points, and a link alone after them is its button.
 */
export function headingSections(body: string): { sections: HeadingSection[]; faults: Finding[] } {
  const lines = body.split(/\r?\n/);
  const blocks = markdownBlocks(lines.join('\n'));
  const headings = blocks.filter(isHeading);
  const first = blocks[0];
  const faults =
    first && !isHeading(first)
      ? [
          {
            path: '',
            line: first.start + 1,
            expected: 'a heading "## …" before the text',
            received: JSON.stringify(blockText(first).slice(0, 60)),
            remedy: 'Write the heading of this section above it.',
          },
        ]
      : [];
  const sections = headings.map((block, at) => ({
    heading: blockText(block),
    line: block.start + 1,
    ...partOf(lines, block.end, headings[at + 1]?.start ?? lines.length),
  }));
  return { sections, faults };
}
