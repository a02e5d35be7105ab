import type { ContentEncoding, ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { previewMark } from '#src/publishing/preview/preview-release.ts';
import { publishFolder } from '#src/publishing/store/publish-folder.ts';
import type { Terminal } from '../../command/command.ts';

export type PublishRequest = {
  site: string;
  folder: string;
  release?: string | undefined;
  encoding: ContentEncoding | undefined;
  hold: boolean;
};

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Publishes a folder and says what was done. @throws as `publishFolder` */
export async function publish(
  store: ObjectStorage,
  request: PublishRequest,
  terminal: Terminal,
): Promise<void> {
  const { site, folder, ...options } = request;
  const { release, isLive, sent, copied, unchanged, bytes } = await publishFolder(folder, store, {
    site,
    ...options,
  });
  terminal.log(
    `${sent} files sent (${megabytes(bytes)}), ${copied} copied from the live release, ${unchanged} there already.`,
  );
  const base = previewMark(folder)?.base ?? '/';
  if (base !== '/')
    terminal.log(`Its pages work under the path ${base} alone: that is where the CDN has to show them.`);
  terminal.log(
    isLive
      ? `Release ${release} of ${site} is live at ${store.name}.`
      : `Release ${release} of ${site} is at ${store.name}. To make it live: npm run releases -- previews promote ${site} ${release}`,
  );
}
