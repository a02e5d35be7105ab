import * as v from 'valibot';

const LEAD_LIMITS = /^address=(\d{1,7})\/(\d{1,7}) phone=(\d{1,7}) site=(\d{1,7})\/(\d{1,7})$/;
const LEAD_LIMITS_HINT =
  'held above and refused above, e.g. "address=20/200 phone=10 site=200/5000"; a refusal never below a hold';

/** FORM-11: the number of leads above which a site holds them, and above which it refuses them. */
export const LeadLimitsSchema = v.pipe(
  v.string(),
  v.description(
    'Leads one site takes in ten minutes, by network address, by phone number and in all. Above the first number leads are held for a person to check; above the second they are refused',
  ),
  v.regex(LEAD_LIMITS, LEAD_LIMITS_HINT),
  v.transform((text) => {
    const [addressHold = 0, addressRefuse = 0, phoneHold = 0, siteHold = 0, siteRefuse = 0] = (
      LEAD_LIMITS.exec(text) ?? []
    )
      .slice(1)
      .map(Number);
    return {
      address: { hold: addressHold, refuse: addressRefuse },
      phone: { hold: phoneHold },
      site: { hold: siteHold, refuse: siteRefuse },
    };
  }),
  v.check(
    ({ address, site }) => address.hold <= address.refuse && site.hold <= site.refuse,
    LEAD_LIMITS_HINT,
  ),
);
