import { FieldControl } from '#src/features/leads/client/FieldControl.tsx';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';

export type FieldSample = { field: LeadField; value?: string; error?: string };

export const FieldSamples = ({ samples }: { samples: readonly FieldSample[] }) => (
  <div className="lead-form">
    {samples.map(({ field, value = '', error }) => (
      <FieldControl key={field.name} form="guide" {...{ field, value, error }} />
    ))}
  </div>
);
