import { VALUATION_PATH } from '#src/config/sections/links.ts';
import type { JourneyPage } from '#src/domain/trade-in/journey.ts';

export const journeyPath = (id: string, page: JourneyPage): string => `${VALUATION_PATH}/${id}/${page}`;
