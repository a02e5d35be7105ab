export { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/lead-destinations.ts';
