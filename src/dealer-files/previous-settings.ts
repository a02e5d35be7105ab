import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { SHARED_FOLDER } from './settings-layers.ts';

/** Far larger than any dealer file. */
const MAX_BYTES = 20_000_000;

/** @returns output of git; undefined if it fails */
function git(folder: string, ...args: string[]): Buffer | undefined {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      maxBuffer: MAX_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isAbsent) throw new Error('Earlier dealer files need git, which is not installed here.');
    return undefined;
  }
}

const groupNamed = (text: string): string | undefined => {
  try {
    return v.parse(v.object({ group: SlugSchema }), JSON.parse(text)).group;
  } catch {
    return undefined;
  }
};

/** An earlier version of a dealer file, in a temporary folder with its content files and group file. */
type FileAtRevision = { file: string; remove(): void };

const NAMED_REFERENCES = 8;

const linesOf = (printed: Buffer | undefined): string[] =>
  (printed?.toString() ?? '').split('\n').filter((line) => line !== '');

/** Branches and tags, newest first. */
const references = (folder: string): string[] =>
  linesOf(
    git(
      folder,
      ...['for-each-ref', '--sort=-creatordate', `--count=${NAMED_REFERENCES}`],
      ...['--format=%(refname:short)', 'refs/heads', 'refs/tags'],
    ),
  );

function noCommit(folder: string, reference: string): Error {
  const known = references(folder);
  const named = known.length > 0 ? ` The newest branches and tags: ${known.join(', ')}.` : '';
  return new Error(`Git finds no commit "${reference}" here.${named}`);
}

function noFile(
  folder: string,
  { name, reference, commit }: Record<'name' | 'reference' | 'commit', string>,
) {
  const files = linesOf(git(folder, 'ls-tree', '--name-only', commit, './'))
    .map((file) => basename(file))
    .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'));
  const there = files.length > 0 ? ` At ${reference} there are ${files.join(', ')}.` : '';
  return new Error(`${name} did not exist at ${reference}; it is new.${there}`);
}

/** Copies the content files of that commit next to the dealer file. */
function copyContent(
  { folder, commit, name }: Record<'folder' | 'commit' | 'name', string>,
  copy: string,
): void {
  const content = `./${basename(name, '.json')}/`;
  const files =
    git(folder, 'ls-tree', '-r', '-z', '--name-only', commit, content)?.toString().split('\0') ?? [];
  for (const file of files.filter((each) => each !== '')) {
    const was = git(folder, 'show', `${commit}:./${file}`);
    if (!was) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), was);
  }
}

/** @throws Error for a folder outside git, an unknown reference, or a file that did not exist then */
export function fileAtRevision(file: string, reference: string): FileAtRevision {
  const [folder, name] = [dirname(file), basename(file)];
  if (!git(folder, 'rev-parse', '--git-dir')) throw new Error(`${folder} is not in a git repository.`);
  const found = git(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`);
  const commit = found?.toString().trim();
  if (!commit) throw noCommit(folder, reference);
  const was = git(folder, 'show', `${commit}:./${name}`);
  if (!was) throw noFile(folder, { name, reference, commit });
  const copy = mkdtempSync(join(tmpdir(), 'forecourt-former-'));
  writeFileSync(join(copy, name), was);
  const group = groupNamed(was.toString());
  const shared = group && git(folder, 'show', `${commit}:./${SHARED_FOLDER}/${group}.json`);
  if (shared) {
    mkdirSync(join(copy, SHARED_FOLDER));
    writeFileSync(join(copy, SHARED_FOLDER, `${group}.json`), shared);
  }
  copyContent({ folder, commit, name }, copy);
  return { file: join(copy, name), remove: () => rmSync(copy, { recursive: true, force: true }) };
}
