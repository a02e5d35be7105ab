import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { codePointer, pagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { readSnapshot } from '#src/dealer-files/release/snapshot.ts';
import { findLiveCode } from '#src/publishing/release/code-release.ts';
import { readContents } from '#src/publishing/release/dealer-release.ts';

const SEED = 20_261_125;

/** The same numbers from 0 to 1 in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 24);

/** `name` is that of the dealer in its settings; `page` whether its page has it too. */
export type WholeRelease = { id: string; code: string; name: string; page: boolean };

/** @throws Error that names the file unless every file of a dealer’s live release is as it was published */
export function wholeRelease(out: string, slug: string): WholeRelease {
  const found = readSnapshot(out, slug);
  if ('reason' in found) throw new Error(found.reason);
  const contents = readContents(out, slug, found.id);
  if (!contents) throw new Error('The live release has no list of its files.');
  const pages = pagesFolder(out, slug, found.id);
  for (const [name, { bytes, hash }] of Object.entries(contents.files)) {
    const content = readFileSync(join(pages, name));
    const plain = () => readFileSync(join(pages, name.replace(/\.(?:br|gz)$/, '')));
    const isWhole =
      content.length === bytes &&
      hashOf(content) === hash &&
      (!name.endsWith('.br') || brotliDecompressSync(content).equals(plain())) &&
      (!name.endsWith('.gz') || gunzipSync(content).equals(plain()));
    if (!isWhole) throw new Error(`${name} of release ${found.id} is not as it was published.`);
  }
  if (findLiveCode(out)?.code !== found.code) throw new Error('The live code is not that of the release.');
  const page = readFileSync(join(pages, 'about-us', 'index.html'), 'utf8');
  return { id: found.id, code: found.code, name: found.dealer.name, page: page.includes(found.dealer.name) };
}

/** Where releases are, and the projects that make them: this one and one of other code. */
export type KillPlace = { out: string; dealersDir: string; slug: string; projects: readonly KillProject[] };
export type KillProject = { folder: string; code: string };

/** When a command is killed: after so many milliseconds, or as soon as the live code is another. */
type KillMoment = number | 'at the switch of code';

/** @returns once a file is another; never if `isOver` first */
async function whenReplaced(file: string, isOver: () => boolean): Promise<void> {
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const before = inode();
  while (!isOver() && inode() === before) await new Promise(setImmediate);
}

/** Runs a command of releases in a process of its own. @param killAt kill -9; never if undefined */
export async function runReleases(
  args: readonly string[],
  { out, dealersDir }: Pick<KillPlace, 'out' | 'dealersDir'>,
  { project = '.', killAt }: { project?: string; killAt?: KillMoment | undefined } = {},
): Promise<{ code: number | null; ms: number }> {
  const { VITEST: _, NODE_ENV: __, DIST_DIR: ___, ...env } = process.env;
  const started = performance.now();
  const places = ['--dealers-dir', resolve(dealersDir), '--out', resolve(out)];
  const child = spawn(process.execPath, ['scripts/releases.ts', ...args, ...places], {
    ...{ cwd: project, env },
    stdio: 'ignore',
  });
  let isOver = false;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() => {
    isOver = true;
  });
  if (killAt !== undefined) {
    if (typeof killAt === 'number') await Promise.race([ended, wait(killAt)]);
    else await whenReplaced(codePointer(out), () => isOver);
    child.kill('SIGKILL');
  }
  const code = await ended;
  return { code, ms: performance.now() - started };
}

const COMMANDS = ['publish', 'code', 'rollback'] as const;
type Command = (typeof COMMANDS)[number];

/**
 * PLAT-04: publishes, publishes by other code and rollbacks, each killed at a random moment within the time its command
 * takes; the first of each runs to its end. A rollback after a change of code renders the release again. Every second
 * change of code is killed right behind the switch of the code.
 * @param rename gives the dealer a name that no release had, in its file
 * @returns rounds that were killed, by command, and what was wrong afterwards: neither the old nor the new release, whole
 */
export async function killRounds(
  place: KillPlace,
  rounds: number,
  rename: (name: string) => void,
): Promise<{ killed: Record<Command, number>; broken: string[] }> {
  const { out, slug, projects } = place;
  const random = seeded(SEED);
  const longest: Partial<Record<Command, number>> = {};
  const killed = { publish: 0, code: 0, rollback: 0 };
  const broken: string[] = [];
  for (let round = 0; round < rounds + COMMANDS.length; round += 1) {
    const command = COMMANDS[round % COMMANDS.length] ?? 'publish';
    const before = wholeRelease(out, slug);
    const name = `Renamed ${round}`;
    if (command !== 'rollback') rename(name);
    // The code in force is built from one of the projects, and released from there.
    const isWanted = ({ code }: KillProject) => (code === before.code) !== (command === 'code');
    const project = projects.find(isWanted)?.folder ?? '.';
    const isWhole = round < COMMANDS.length;
    const moment = random() * (longest[command] ?? 0);
    const isAtSwitch = command === 'code' && round % (2 * COMMANDS.length) < COMMANDS.length;
    const { code, ms } = await runReleases([command === 'code' ? 'publish' : command, slug], place, {
      project,
      killAt: isWhole ? undefined : isAtSwitch ? 'at the switch of code' : moment,
    });
    if (isWhole) longest[command] = ms;
    if (code === null) killed[command] += 1;
    try {
      if (isWhole && code !== 0) throw new Error(`it ended with ${code}`);
      const after = wholeRelease(out, slug);
      const isOld = after.id === before.id && after.name === before.name;
      const isNew = after.id !== before.id && (command === 'rollback' || after.name === name);
      if (!after.page || isOld === isNew) broken.push(`round ${round}, ${command}: ${JSON.stringify(after)}`);
    } catch (error) {
      broken.push(`round ${round}, ${command}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { killed, broken };
}
