import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import {
  compareFolders,
  mostRelevant,
  type PageFolder,
  sharedChanges,
} from '#src/publishing/compare/compare-folders.ts';
import { previewOfLive } from '#src/publishing/compare/preview-of-live.ts';
import { exitCodeOf, type Terminal } from '../../command/command.ts';
import { changeLines } from '../../dealers/change-lines.ts';
import { type CompareRequest, readArguments, USAGE } from './compare-arguments.ts';
import { takePictures } from './compared-pictures.ts';
import { type ComparisonNote, comparisonPage } from './comparison-page.ts';
import { liveSide, previewSide } from './sides.ts';

type Compared = { before: PageFolder; note: ComparisonNote | undefined };

/** The live side as it can be compared: with a preview, as a preview too. */
async function comparable(
  { dist }: CompareRequest,
  live: ReturnType<typeof liveSide>,
  after: ReturnType<typeof previewSide>,
  temporary: string,
): Promise<Compared> {
  if (live.isPreview === after.isPreview) return { before: live, note: undefined };
  if (!live.published) return { before: live, note: 'acrossKinds' };
  const { base } = after;
  const { preview } = after.dealer;
  const of = { dist, live: live.published, preview, base, outDir: join(temporary, 'preview') };
  const { folder, isOwnCode } = await previewOfLive(of);
  return { before: { folder, base, isPreview: true }, note: isOwnCode ? undefined : 'presentCode' };
}

async function compare(request: CompareRequest, terminal: Terminal): Promise<void> {
  const { out } = request;
  const [live, after] = [liveSide(request), previewSide(request)];
  mkdirSync(dirname(out), { recursive: true });
  const temporary = mkdtempSync(join(dirname(out), '.live-'));
  try {
    const { before, note } = await comparable(request, live, after, temporary);
    const changes = compareFolders(before, after);
    const shared = sharedChanges(changes.changed);
    const pictured = mostRelevant(shared.pages, request.pages).map(({ address }) => address);
    const page = comparisonPage({
      name: after.dealer.name,
      before: live.folder,
      after: after.folder,
      settings: live.dealer && changeLines(live.dealer, after.dealer),
      ...{ changes, note, shared },
      pictures: await takePictures(pictured, before, after),
      at: new Date().toISOString(),
    });
    await replaceFile(out, page);
    const { added, removed, changed, unchanged } = changes;
    terminal.log(
      `${request.slug}, pages: ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged. ${relative(process.cwd(), out)} shows them.`,
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** What `npm run releases -- compare …` does. @returns the exit code: 0 written, 1 refused, 2 wrong usage */
export const runCompare = (args: string[], terminal: Terminal): Promise<number> =>
  exitCodeOf(
    async () => {
      const request = readArguments(args);
      if (request) await compare(request, terminal);
      else terminal.log(USAGE);
      return 0;
    },
    USAGE,
    terminal,
  );
