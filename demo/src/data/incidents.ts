/** One incident as it is spoken about in a support call; every field fits into a running sentence. */
export type Incident = {
  symptom: string;
  cause: string;
  workaround: string;
  fix: string;
  /** The name of the CRM case. */
  case: string;
  /** Its subjects as flags for the scripts: planning, phones, queue (of messages), data (wrong). */
  sorts: string[];
  /** The time of its beginning, if the nature of the incident determines it. */
  since?: string;
};

/** Incidents by the code that the scripts' conditions use. */
export const incidents: Record<string, Incident> = {
  'inc-sync': {
    symptom: 'jobs that do not arrive on the phones',
    cause: 'a sync worker that stops when one photo is too large, and then everything behind it waits',
    workaround: 'we move the big photos out of the way by hand, every half hour',
    fix: 'a separate lane for photos',
    case: 'Jobs not arriving on phones',
    sorts: ['planning', 'phones', 'queue'],
  },
  'inc-double': {
    symptom: 'jobs that appear twice on the board',
    cause: 'a retry of your interface that came in with a new number, so we took it for a new job',
    workaround: 'a script that hides the second one, it runs every ten minutes',
    fix: 'a check on the order number and the customer together',
    case: 'Duplicate jobs on the board',
    sorts: ['planning', 'data'],
  },
  'inc-login': {
    symptom: 'people who cannot log in on the phone',
    cause: 'a certificate for the sign-on that was renewed on one of two servers',
    workaround: 'we send the logins to the good server only',
    fix: 'the certificate on both, and an alarm thirty days before it ends',
    case: 'Mobile sign-in failing',
    sorts: ['planning', 'phones'],
  },
  'inc-clock': {
    symptom: 'appointments that are off by one hour',
    cause: 'the change of the clocks: appointments made before it in the portal were saved without a zone',
    workaround: 'a list of the appointments concerned, and we correct them in one go after you agree',
    fix: 'the zone stored with every appointment, old ones included',
    case: 'Appointments shifted by one hour',
    sorts: ['planning', 'data'],
    since: 'the weekend',
  },
  'inc-slow': {
    symptom: 'a board that takes half a minute to open in the morning',
    cause: 'a search over closed jobs that was started for every user who opened the board',
    workaround: 'we switched the counter of closed jobs off for you, so you do not see that number',
    fix: 'an index, and the counter only on request',
    case: 'Board slow at shift start',
    sorts: ['planning'],
  },
  'inc-photos': {
    symptom: 'photos missing in the reports',
    cause: 'a storage limit for reports that was lowered by mistake in the last release',
    workaround: 'the photos are all there, and we build the reports again tonight',
    fix: 'the limit raised again, and a test with a hundred photos',
    case: 'Photos missing from service reports',
    sorts: ['data'],
    since: 'last week',
  },
  'inc-erp': {
    symptom: 'hours that do not get back to the ERP',
    cause: 'one field in your ERP that became mandatory, and our message does not have it',
    workaround: 'we fill it with a fixed value, and your team corrects the exceptions',
    fix: 'the field in the mapping, with a rule per region',
    case: 'Work hours not posted to ERP',
    sorts: ['queue'],
    since: 'the weekend',
  },
  'inc-map': {
    symptom: 'routes that go around half the country',
    cause: 'a new version of the road data in which a bridge near you was closed for ever',
    workaround: 'we pinned the road data of last month',
    fix: 'the corrected data, and a comparison of a hundred known routes before each change',
    case: 'Implausible routes after map update',
    sorts: ['planning', 'data'],
    since: 'yesterday morning',
  },
};
