/** Where a meeting can come from: the filter values of the list, and what openapi.json names. */
export const SOURCE_TYPES = [
  'USER_PROVIDED',
  'SERVICE',
  'AIRCALL',
  'CHORUS',
  'CLOUDTALK',
  'DIALPAD',
  'GONG',
  'GOOGLE_MEET',
  'MINDTICKLE',
  'MS_TEAMS',
  'ORUM',
  'OUTREACH',
  'RINGCENTRAL',
  'SALESLOFT',
  'SALESLOFT_CI',
  'VONAGE',
  'WEBEX',
  'WINGMAN',
  'WISER',
  'ZOOM',
  'ZOOM_PHONE',
] as const;

export type SourceType = (typeof SOURCE_TYPES)[number];

/** Systems that may know a meeting under an id of their own: the sources, and calendars. */
export const EXTERNAL_ID_TYPES = [...SOURCE_TYPES, 'GOOGLE_CALENDAR', 'OUTLOOK_CALENDAR'] as const;

export type ExternalIdType = (typeof EXTERNAL_ID_TYPES)[number];
