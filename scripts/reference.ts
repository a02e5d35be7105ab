import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { proofsTable } from './catalogue/proofs.ts';
import { dealerJsonSchema, dealerReference, groupJsonSchema } from './reference/dealer-reference.ts';
import { wireReference } from './reference/wire-reference.ts';

const root = resolve(import.meta.dirname, '..');

/** The rules of Prometheus, as its operator takes them. */
function prometheusRule(): string {
  const rules = readFileSync(resolve(root, 'scripts/deploy/prometheus/alerts.yaml'), 'utf8');
  const groups = rules.slice(rules.indexOf('\ngroups:') + 1).replace(/^(?=.)/gm, '  ');
  return `# Made of scripts/deploy/prometheus/alerts.yaml by: npx node scripts/reference.ts
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: forecourt
spec:
${groups}`;
}

const REFERENCES = {
  'dealers/dealer.schema.json': dealerJsonSchema,
  'dealers/group.schema.json': groupJsonSchema,
  'dealers/REFERENCE.md': dealerReference,
  'src/server/routes/REFERENCE.md': wireReference,
  'scripts/deploy/kubernetes/monitoring/prometheus-rule.yaml': prometheusRule,
  'tests/catalogue/proofs.md': proofsTable,
};

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
