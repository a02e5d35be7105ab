import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldType, LeadField } from '#src/features/leads/fields/lead-field.ts';
import { EMAIL, FIRST_NAME, LAST_NAME, PERSON } from '#src/features/leads/fields/lead-fields.ts';
import { filledRows, isWideField } from './field-attributes.ts';

const TYPES: FieldType[] = ['text', 'select', 'choice', 'money', 'textarea', 'opt-in', 'terms', 'hidden'];
const anyField = fc.record({
  type: fc.constantFrom(...TYPES),
  isWide: fc.option(fc.boolean(), { nil: undefined }),
  inStep: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
});
const anyFields = fc.array(anyField, { maxLength: 14 }).map((all) =>
  all.map(({ type, isWide, inStep }, at): LeadField => {
    const field: LeadField = { ...EMAIL, name: `field-${at}`, type };
    return { ...field, ...(isWide !== undefined && { isWide }), ...(inStep !== undefined && { inStep }) };
  }),
);

/** Rows of two columns, filled from the left as the browser does; a wide field begins a row and takes it all. */
function rowsOf(fields: readonly LeadField[]): LeadField[][] {
  const rows: LeadField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const fits = !isWideField(field) && last?.length === 1 && last[0] && !isWideField(last[0]);
    if (fits) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

it('FORM-01 no field leaves a hole beside it, in any step of any form', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const shown = filledRows(fields).filter(({ type }) => type !== 'hidden');
      for (const step of [0, 1, 2]) {
        for (const row of rowsOf(shown.filter(({ inStep = 0 }) => inStep === step))) {
          expect(row.length === 2 || row.every(isWideField)).toBe(true);
        }
      }
    }),
  );
});

it('FORM-01 fields that fill their rows stay in order and as they are, and are not widened twice', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const filled = filledRows(fields);
      expect(filled.map(({ isWide: _, ...field }) => field)).toEqual(
        fields.map(({ isWide: _, ...field }) => field),
      );
      for (const [at, field] of fields.entries()) if (isWideField(field)) expect(filled[at]).toBe(field);
      expect(filledRows(filled)).toEqual(filled);
    }),
  );
});

it('FORM-01 only the last of an odd number of fields is widened', () => {
  expect(filledRows(PERSON)).toEqual(PERSON);
  expect(filledRows([FIRST_NAME, LAST_NAME, EMAIL])).toEqual([
    FIRST_NAME,
    LAST_NAME,
    { ...EMAIL, isWide: true },
  ]);
});
