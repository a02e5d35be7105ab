import type { LeadErrors, LeadField } from '#src/domain/lead/lead-field.ts';

export const stepId = (form: string, step: number): string => `${form}-step-${step + 1}`;
export const stepHeadingId = (form: string, step: number): string => `${stepId(form, step)}-heading`;

export const fieldsOfStep = (fields: readonly LeadField[], step: number): LeadField[] =>
  fields.filter(({ inStep = 0 }) => inStep === step);

/** The first step with an error; undefined if there is none, or none a shopper can reach. */
export const faultyStep = (fields: readonly LeadField[], errors: LeadErrors): number | undefined =>
  fields
    .filter(({ name }) => errors[name] !== undefined)
    .map(({ inStep = 0 }) => inStep)
    .sort((a, b) => a - b)[0];
