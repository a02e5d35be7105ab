import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { runningFolder } from '#src/dealer-files/release-folders.ts';
import { replaceFileSync } from '#src/disk/replace-file.ts';
import { HEARTBEAT_MS, IdentitySchema, isAlive, thisProcess } from './process-identity.ts';

const UsedSchema = v.object({
  ...IdentitySchema.entries,
  code: v.string(),
  /** Ids by slug. */
  releases: v.record(v.string(), v.string()),
  /** The live code, where it is not in force because it was refused. */
  refused: v.optional(v.string()),
});

/** What a running server sends files of. */
export type Used = Pick<v.InferOutput<typeof UsedSchema>, 'code' | 'releases' | 'refused'>;

const LOOK_EVERY_MS = 500;

/**
 * Records what this process uses, so that no release is pruned under it.
 * @param used what it uses now
 * @param onFailure called once with the reason where nothing can be recorded
 */
export function recordUse(
  dist: string,
  used: () => Used,
  onFailure: (reason: string) => void,
): { stop(): void } {
  const identity = thisProcess();
  const file = join(runningFolder(dist), `${identity.host}-${identity.pid}.json`);
  let written = '';
  let beat = performance.now();
  let hasFailed = false;
  const look = () => {
    const text = JSON.stringify({ ...identity, ...used() });
    try {
      if (text !== written) {
        mkdirSync(runningFolder(dist), { recursive: true });
        replaceFileSync(file, text);
        written = text;
      } else if (performance.now() - beat > HEARTBEAT_MS) {
        utimesSync(file, new Date(), new Date());
        beat = performance.now();
      }
    } catch (error) {
      written = '';
      if (!hasFailed) onFailure(String(error));
      hasFailed = true;
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      rmSync(file, { force: true });
    },
  };
}

/**
 * The code that pages have to be of: the live one, unless every running server has refused it and goes on with another.
 * @param live id of the live code
 */
export function codeInForce(dist: string, live: string): string {
  const servers = usedByServers(dist);
  const [first] = servers;
  const goesOn = servers.every(({ code, refused }) => refused === live && code === first?.code);
  return first && goesOn ? first.code : live;
}

function usedBy(file: string): Used | undefined {
  const { code, releases, refused, ...identity } = v.parse(
    UsedSchema,
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const silence = Date.now() - statSync(file).mtimeMs;
  return isAlive(identity, silence) ? { code, releases, refused } : undefined;
}

/** What running servers use; the records of those that were killed are removed. */
export function usedByServers(dist: string): Used[] {
  let names: string[];
  try {
    names = readdirSync(runningFolder(dist)).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = join(runningFolder(dist), name);
    try {
      const used = usedBy(file);
      if (used) return used;
      rmSync(file, { force: true });
    } catch {
      // It has just been removed by its server.
    }
    return [];
  });
}
