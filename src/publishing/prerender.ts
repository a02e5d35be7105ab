import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { prerenderingPage } from '#src/server/dealer-paths.ts';
import { shareProjectPackages } from './project-packages.ts';

/** A site one of whose pages could not be rendered, one of whose photos not read, or whose host is another's, or that could not be written. */
export type FailedSite = { slug: string; reason: string } & (
  | { page: string }
  | { picture: string }
  | { host: string }
  /** Folder it is published in, and whether it was published before. */
  | { folder: string; isFirst: boolean }
);

/** More are the fault of the code, and each costs a whole build. */
const MOST_FAILED_SITES = 10;

type PrerenderOptions = { dealersDir: string; slugs: readonly string[]; outDir: string };

async function attempt({ dealersDir, slugs, outDir }: PrerenderOptions): Promise<FailedSite | undefined> {
  process.env.DEALERS_DIR = dealersDir;
  process.env.BUILD_DEALERS = slugs.join(',');
  shareProjectPackages();
  // Takes a second to load, which a command that builds nothing need not wait for.
  const { build } = await import('astro');
  try {
    await build({ root: resolve('.'), outDir, logLevel: 'warn' });
    return undefined;
  } catch (error) {
    const page = prerenderingPage();
    // Not a page of a dealer but the code, or a full disk: nothing can be built.
    const isOfSystem = error instanceof Error && 'code' in error;
    if (isOfSystem || !page || !slugs.includes(page.dealer)) throw error;
    await rm(outDir, { recursive: true, force: true });
    return {
      slug: page.dealer,
      page: page.path,
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}

/**
 * Renders all pages of all dealers. A dealer with a page that throws is left out whole, and the rest is rendered
 * again: half a site is none.
 * @throws what Astro throws where no dealer is to blame, or none is left
 */
export async function prerender(
  options: PrerenderOptions,
): Promise<{ rendered: string[]; failed: FailedSite[] }> {
  const failed: FailedSite[] = [];
  let slugs = [...options.slugs];
  for (;;) {
    const failure = await attempt({ ...options, slugs });
    if (!failure) return { rendered: slugs, failed };
    failed.push(failure);
    if (failed.length >= MOST_FAILED_SITES) {
      throw new Error(
        `${failed.length} sites have a page that cannot be rendered; nothing was published.\n${failed.map(failureText).join('\n')}`,
      );
    }
    slugs = slugs.filter((slug) => slug !== failure.slug);
    if (slugs.length === 0) {
      throw new Error(`No site could be built.\n${failed.map(failureText).join('\n')}`);
    }
  }
}

function whatFailed({ reason, ...part }: Exclude<FailedSite, { folder: string }>): string {
  if ('page' in part) return `its page ${part.page} cannot be rendered (${reason}).`;
  if ('host' in part) return `its host ${part.host} ${reason}.`;
  return `its picture ${part.picture} cannot be read (${reason}). Put a sound JPEG, PNG, WebP or AVIF file there, or name another in its dealer file.`;
}

/** One line for ops. */
export function failureText(failure: FailedSite): string {
  if (!('folder' in failure))
    return `${failure.slug}: ${whatFailed(failure)} The site stays as it was published before.`;
  const { slug, folder, isFirst, reason } = failure;
  const state = isFirst
    ? 'It is not online yet.'
    : 'It stays online with the settings it had; some of its pages may be new already.';
  return `${slug}: its files in ${folder} could not be written (${reason}). ${state} Free the disk or mend its permissions, then build it again.`;
}
