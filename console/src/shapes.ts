import type { components, paths } from '@parley/client';

type Schemas = components['schemas'];

/** A meeting as the list gives it. */
export type Meeting = Schemas['Meeting'];

/** A meeting on its own, with the state of its recording. */
export type MeetingWithRecording = Schemas['MeetingWithRecording'];

/** An e-mail as the API gives it. */
export type Email = Schemas['Email'];

type Found = paths['/v1/search']['get']['responses'][200]['content']['application/json'];

/** A meeting as the search gives it. */
export type FoundMeeting = Found['meetings'][number];
