import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { FieldControl } from './FieldControl.tsx';

export type FieldSample = { field: LeadField; value?: string; error?: string };

export const FieldSamples = ({ samples }: { samples: readonly FieldSample[] }) => (
  <div className="lead-form">
    {samples.map(({ field, value = '', error }) => (
      <FieldControl key={field.name} form="guide" {...{ field, value, error }} />
    ))}
  </div>
);
