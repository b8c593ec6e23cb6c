/** The sources of meetings: the filter values of the list, and the values in openapi.json. */
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

/** The systems that may know a meeting under their own ids: the sources, and calendars. */
export const EXTERNAL_ID_TYPES = [...SOURCE_TYPES, 'GOOGLE_CALENDAR', 'OUTLOOK_CALENDAR'] as const;

export type ExternalIdType = (typeof EXTERNAL_ID_TYPES)[number];
