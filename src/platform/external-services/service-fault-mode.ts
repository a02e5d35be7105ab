/** The fault mode of a local service's next responses. */
export type ServiceFaultMode = 'answers' | 'late' | 'busy' | 'fails' | 'finds-nothing' | 'silent';

/** How long a late response takes. */
export const LATE_MS = 150;

/** The failure of a service in a fault mode. */
export const UNAVAILABLE_IN: Readonly<Partial<Record<ServiceFaultMode, string>>> = {
  busy: 'HTTP 429',
  fails: 'HTTP 500',
  silent: 'no response in time',
};
