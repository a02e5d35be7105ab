import { readPublishVariables } from '#src/config/environment.ts';
import { expireReleases } from '#src/publishing/store/expire-releases.ts';
import { type Store, StoreError } from '#src/publishing/store/object-store.ts';
import { openStore } from '#src/publishing/store/open-store.ts';
import {
  promoteRelease,
  publishedReleases,
  publishedSites,
  readPointer,
  rollbackSite,
  siteMustExist,
} from '#src/publishing/store/published-releases.ts';
import { columns, exitCodeOf, type Terminal } from '../../command/command.ts';
import { type CommandName, type PreviewsRequest, readArguments, USAGE } from './arguments.ts';
import { megabytes, publish } from './publish.ts';

type Work = (store: Store, request: PreviewsRequest, terminal: Terminal) => Promise<void>;

async function list(store: Store, { site }: PreviewsRequest, terminal: Terminal): Promise<void> {
  const sites = site === '' ? await publishedSites(store) : [site];
  if (sites.length === 0) terminal.log(`Nothing is published at ${store.name}.`);
  const rows: string[][] = [];
  for (const each of sites) {
    for (const { release, preview, state, publishedAt, files, bytes } of await publishedReleases(
      store,
      each,
    )) {
      const inBanner = preview === undefined || preview === release ? '' : `its banner: ${preview}`;
      rows.push([each, release, state, publishedAt, `${files} files`, megabytes(bytes), inBanner]);
    }
  }
  if (rows.length > 0) terminal.log(columns(rows));
}

async function live(store: Store, { site }: PreviewsRequest, terminal: Terminal): Promise<void> {
  await siteMustExist(store, site);
  const pointer = await readPointer(store, site);
  if (!pointer) throw new StoreError(`No release of "${site}" is live at ${store.name}.`);
  terminal.log(pointer.release);
}

async function promote(store: Store, { site, second }: PreviewsRequest, terminal: Terminal): Promise<void> {
  const { release, before } = await promoteRelease(store, site, second);
  const was = before === undefined ? '' : ` Before: ${before}.`;
  terminal.log(`Release ${release} of ${site} is live at ${store.name}.${was}`);
}

async function rollback(store: Store, { site }: PreviewsRequest, terminal: Terminal): Promise<void> {
  const { release, before } = await rollbackSite(store, site);
  terminal.log(`Release ${release} of ${site} is live again, in place of ${before}.`);
}

async function expire(store: Store, request: PreviewsRequest, terminal: Terminal): Promise<void> {
  const { site, days, dryRun } = request;
  const expired = await expireReleases(store, site, { days, dryRun });
  for (const { release, files, isUnfinished } of expired) {
    const what = isUnfinished ? ', an interrupted upload' : '';
    terminal.log(`${dryRun ? 'Would remove' : 'Removed'} ${release}: ${files} files${what}.`);
  }
  if (expired.length === 0) terminal.log(`Nothing of ${site} is older than ${days} days.`);
}

const WORK: Readonly<Record<CommandName, Work>> = {
  publish: (store, request, terminal) => publish(store, { ...request, folder: request.second }, terminal),
  list,
  live,
  promote,
  rollback,
  expire,
};

/** What `npm run releases -- previews …` does. @returns the exit code: 0 done, 1 refused, 2 wrong usage */
export const runPreviews = (args: string[], terminal: Terminal): Promise<number> =>
  exitCodeOf(
    async () => {
      const request = readArguments(args);
      if (!request) {
        terminal.log(USAGE);
        return 0;
      }
      const variables = readPublishVariables(process.env);
      const store = await openStore(request.to ?? variables.PUBLISH_TO, variables);
      try {
        await WORK[request.command](store, request, terminal);
        return 0;
      } finally {
        store.close();
      }
    },
    USAGE,
    terminal,
  );
