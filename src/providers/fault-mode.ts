/** How a made-up outside service treats the next questions. */
export type ServiceFaultMode = 'answers' | 'late' | 'busy' | 'fails' | 'finds-nothing' | 'silent';

/** How long one that is late takes. */
export const LATE_MS = 150;

/** What keeps a service from answering in such a fault mode. */
export const UNAVAILABLE_IN: Readonly<Partial<Record<ServiceFaultMode, string>>> = {
  busy: 'HTTP 429',
  fails: 'HTTP 500',
  silent: 'no response in time',
};
