export type ServiceFaultMode = 'answers' | 'late' | 'busy' | 'fails' | 'finds-nothing' | 'silent';

export const LATE_MS = 150;

export const UNAVAILABLE_IN: Readonly<Partial<Record<ServiceFaultMode, string>>> = {
  busy: 'HTTP 429',
  fails: 'HTTP 500',
  silent: 'no response in time',
};
