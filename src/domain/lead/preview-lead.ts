import type { LeadPayload } from './delivery/lead-payload.ts';

/** Of leads that no one is waiting for. */
export const TEST_TAG = 'test';
const PREVIEW_TAG = 'preview';

/** PLAT-04: the lead as one from a preview. Tags come from the server alone, never from what was sent. */
export const asPreviewLead = (payload: LeadPayload): LeadPayload => ({
  ...payload,
  tags: [...payload.tags, TEST_TAG, PREVIEW_TAG],
});

/** Whether a lead comes from a preview: then nothing of it is delivered. */
export const isPreviewLead = ({ tags }: Pick<LeadPayload, 'tags'>): boolean =>
  tags.includes(TEST_TAG) && tags.includes(PREVIEW_TAG);
