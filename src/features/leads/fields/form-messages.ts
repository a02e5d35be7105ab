import type { FormRefusal } from '#src/features/leads/forms/form-access.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';

/** The exact texts of FORM-02 and ERR-03, misspelling included. */
export const FIX_ERRORS_MESSAGE = 'Please fix the following errors:';
export const REQUIRED_MESSAGE = 'This is a required field.';
export const POSTCODE_MESSAGE = 'Invalid postcode. Please enter a 4-digit number.';
export const TERMS_MESSAGE = '*You must agree to the terms of use before submitting.';
export const SUBMIT_ERROR_MESSAGE = 'An error occurred when submitting this form';
export const LEAD_FAILED_MESSAGE = 'Lead submission failed';
export const UNEXPECTED_MESSAGE = 'An unexpected error occured.';
export const STEP_FAILED_MESSAGE = 'An unknown error occurred while advancing step.';

export const EMAIL_MESSAGE = 'Enter an email address, such as name@example.com.';
export const PHONE_MESSAGE = 'Enter an Australian phone number, such as 0412 345 678.';
export const LOCATION_MESSAGE = 'Choose one of our locations.';
/** FORM-12: for a request of free times without JavaScript and without a location. */
export const NO_LOCATION_MESSAGE = 'Choose a location to see its free times.';
/** Someone else booked the time, or the page was open for too long. */
export const SLOT_GONE_MESSAGE =
  'That time is no longer available. Choose another, or leave it blank and we’ll arrange one with you.';
export const tooLongMessage = (limit: number): string => `Use at most ${limit} characters.`;
export const DEALERSHIP_MESSAGE = 'Choose one of our dealerships.';
export const CHOICE_MESSAGE = 'Choose an option from the list.';
export const REGO_MESSAGE = 'Enter a registration of letters and digits, such as 123 ABC.';
export const DATE_MESSAGE = 'Choose today or a later date.';
export const TIME_MESSAGE = 'Enter a time, such as 10:30.';
export const SLOT_MESSAGE = 'Choose one of the times offered.';
export const rangeMessage = (min: number, max: number): string =>
  `Cannot be less than ${formatNumber(min)} or more than ${formatNumber(max)}`;
/** Separate, because years are not grouped by thousands. */
export const YEAR_MESSAGE = 'Enter a year, such as 2019.';
/** The prefilled message about a vehicle. */
export const availabilityQuestion = (name: string): string => `Hi, is the ${name} still available?`;
/** CONT-268: the same about a vehicle that is rented by the week. */
export const subscriptionRequest = (name: string): string => `Hi, I’d like to subscribe to the ${name}.`;
/** FORM-01. */
export const photoRequest = (noun = 'car'): string => `Please send photos for this ${noun}`;

export const REFUSAL_MESSAGES: Readonly<Record<FormRefusal, string>> = {
  form_off: 'This form is not available on this website.',
  car_missing:
    'This form is about one vehicle. Open its page and ask from there, or tell us what you’re looking for.',
  car_gone: 'This vehicle is no longer listed.',
  car_sold: 'This vehicle has been sold. Ask us to find you something similar.',
  car_reserved: 'Another shopper has reserved this vehicle. Ask us to find you something similar.',
  not_for_car: 'This cannot be arranged online for this vehicle. Call us, or send us an enquiry.',
};
export const SIGN_IN_MESSAGE = 'Sign in before you send this form.';
