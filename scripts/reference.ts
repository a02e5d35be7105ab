import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { proofsTable } from './catalogue/proofs.ts';
import { dealerJsonSchema, dealerReference, groupJsonSchema } from './reference/dealer-reference.ts';
import { wireReference } from './reference/wire-reference.ts';

const REFERENCES = {
  'dealers/dealer.schema.json': dealerJsonSchema,
  'dealers/group.schema.json': groupJsonSchema,
  'dealers/REFERENCE.md': dealerReference,
  'src/server/routes/REFERENCE.md': wireReference,
  'tests/catalogue/proofs.md': proofsTable,
};

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const stale = Object.entries(REFERENCES).filter(([path, text]) => {
  const file = resolve(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text()) return false;
  if (!values.check) writeFileSync(file, text());
  return true;
});
for (const [path] of stale) {
  console.log(values.check ? `${path} is out of date: npx node scripts/reference.ts` : `Wrote ${path}`);
}
process.exitCode = values.check && stale.length > 0 ? 1 : 0;
