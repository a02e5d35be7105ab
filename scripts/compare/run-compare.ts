import { mkdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { replaceFile } from '#src/disk/replace-file.ts';
import { compareFolders } from '../../src/publishing/compare/compare-folders.ts';
import { sharedChanges, worthPicturing } from '../../src/publishing/compare/shared-changes.ts';
import { exitCodeOf, type Terminal } from '../command/command.ts';
import { changeLines } from '../dealers/change-lines.ts';
import { type CompareRequest, readArguments, USAGE } from './arguments.ts';
import { comparisonPage } from './comparison-page.ts';
import { liveSide, previewSide } from './sides.ts';
import { takePictures } from './take-pictures.ts';

async function compare(request: CompareRequest, terminal: Terminal): Promise<void> {
  const { slug, pages, out } = request;
  const [before, after] = [liveSide(request), previewSide(request)];
  const changes = compareFolders(before, after);
  const shared = sharedChanges(changes.changed);
  const pictured = worthPicturing(shared.pages, pages).map(({ address }) => address);
  const page = comparisonPage({
    name: after.dealer.name,
    before: before.folder,
    after: after.folder,
    settings: before.dealer && changeLines(before.dealer, after.dealer),
    changes,
    isAcrossKinds: before.isPreview !== after.isPreview,
    shared,
    pictures: await takePictures(pictured, before, after),
    at: new Date().toISOString(),
  });
  mkdirSync(dirname(out), { recursive: true });
  await replaceFile(out, page);
  const { added, removed, changed, unchanged } = changes;
  terminal.log(
    `${slug}, pages: ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged. ${relative(process.cwd(), out)} shows them.`,
  );
}

/** What `npm run compare -- …` does. @returns the exit code: 0 written, 1 refused, 2 wrong usage */
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
