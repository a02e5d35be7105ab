import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { CreateCustomerRequestSchema } from '#src/features/finance/broker-endpoints.ts';
import { CREATE_CUSTOMER_PATH } from '#src/features/finance/broker-quote.ts';
import { customerAsLead } from '#src/features/finance/server/quick-quote-submission.ts';
import { leadsPath } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { CONTACT_SAMPLE, ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { formSettings } from '../../tests/fixtures/form-settings.ts';
import { inputSchemaOf } from './json-schema.ts';
import { descriptionOf, rowsOf, typeOf } from './table.ts';

/** Of each endpoint of the reference that has an example, in its order. */
const bodies = readFileSync('src/server/routes/REFERENCE.md', 'utf8')
  .split(/^### (?=GET|POST)/m)
  .slice(1)
  .map((part) => ({
    name: part.slice(0, part.indexOf('\n')),
    body: /^```json\n([\s\S]*?)\n```$/m.exec(part)?.[1],
  }));
const withBody = ENDPOINTS.map((endpoint, at) => ({ ...endpoint, ...bodies[at] })).filter(
  ({ body }) => body !== undefined,
);

it('PLAT-15 each endpoint of the reference is one of the server, and each example is shown with its own', () => {
  expect(bodies.map(({ name }) => name)).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`));
  expect(bodies.filter(({ body }) => body !== undefined)).toHaveLength(
    ENDPOINTS.filter(({ sample }) => sample).length,
  );
});

it.each(withBody)('PLAT-15 the example body of $name is accepted', ({ request, body = '' }) => {
  if (request) expect(v.safeParse(request, JSON.parse(body)).issues).toBeUndefined();
  else expect(JSON.parse(body)).toEqual({});
});

it.each([
  [leadsPath('{form}'), LEAD_FORMS.contact, CONTACT_SAMPLE],
  [
    CREATE_CUSTOMER_PATH,
    LEAD_FORMS['quick-quote'],
    customerAsLead(
      v.parse(
        CreateCustomerRequestSchema,
        ENDPOINTS.find(({ path }) => path === CREATE_CUSTOMER_PATH)?.sample,
      ),
    ),
  ],
])('PLAT-15 the example of %s fills in every field that its form requires', (_path, form, values) => {
  expect(checkLead(form.fields(formSettings(), {}), values)).not.toHaveProperty('errors');
});

const filters = ENDPOINTS.flatMap(({ path, request }) =>
  request
    ? rowsOf(inputSchemaOf(request)).flatMap(({ path: key, node }) => {
        const [, example] = key === 'filters' ? (/e\.g\. `([^`]+)`/.exec(descriptionOf(node)) ?? []) : [];
        return example === undefined ? [] : [{ path, request, example }];
      })
    : [],
);

it.each(filters)('PLAT-15 $path understands the filters "$example"', ({ request, example }) => {
  const { issues = [] } = v.safeParse(request, { filters: example });
  // Other keys may be required.
  expect(issues.filter(({ path }) => path?.[0]?.key === 'filters')).toEqual([]);
});

type Schema = v.GenericSchema & {
  wrapped?: Schema;
  item?: Schema;
  options?: Schema[];
  entries?: Record<string, Schema>;
};

/** The schema of a key of the dealer file, `leads.destinations[].categories[]`. */
function schemaAt(schema: Schema, path: string): Schema {
  const [key = '', ...more] = path.split('.');
  const whole = (at: Schema): Schema => (at.wrapped ? whole(at.wrapped) : at);
  const holder = whole(schema);
  const kinds = holder.options?.map(whole) ?? [holder];
  const found = kinds.find(({ entries }) => entries?.[key.replace('[]', '')])?.entries?.[
    key.replace('[]', '')
  ];
  if (!found) throw new Error(`There is no ${path}.`);
  const at = key.endsWith('[]') ? whole(found).item : found;
  if (!at) throw new Error(`${path} is no list.`);
  return more.length > 0 ? schemaAt(at, more.join('.')) : at;
}

/** Values that the description of a key gives: an object, or texts after "e.g."; one with an ellipsis is none. */
function examplesIn(description: string, type: string): unknown[] {
  const [object] = /\{".*\}/.exec(description) ?? [];
  if (object !== undefined) return [JSON.parse(object)];
  if (!/string/.test(type)) return [];
  return [...description.matchAll(/e\.g\. "([^"…]+)"/g)].map(([, text]) => text);
}

const settings = rowsOf(inputSchemaOf(DealerConfigSchema)).flatMap(({ path, node }) =>
  examplesIn(descriptionOf(node), typeOf(node)).map((example) => ({ path, example })),
);

it('PLAT-15 the reference of dealer files has examples', () => {
  expect(settings.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['stock.feed.columns', 'stock.feed.constants', 'logo.url', 'card.greenTags[]']),
  );
});

it.each(settings)('PLAT-15 the setting $path may be $example', ({ path, example }) => {
  expect(
    v.safeParse(schemaAt(DealerConfigSchema as v.GenericSchema as Schema, path), example).issues,
  ).toBeUndefined();
});
