import type { TestAnswer } from '../../support/client.ts';
import { meeting } from '../../support/meetings.ts';
import type { TestService } from '../../support/service.ts';

export const INGEST = '/v1/user-provided-meeting';

/** As a changed value: the field is left out. */
export const ABSENT = Symbol('absent');

/** A body that has every field, in right form. */
export function fullBody(): Record<string, unknown> {
  return {
    meeting: meeting({
      id: 'full',
      callUrl: 'https://meet.example/abc',
      recordingUrl: 'https://meet.example/abc.mp4',
      attendees: [
        { name: 'Grace Lund', email: 'grace@acme.example', isInternal: false },
        { name: 'Ada Park', email: 'ada@parley.example', isInternal: true },
        { name: 'Linus', email: 'linus@acme.example' },
      ],
      salesforceAccountId: '0018c00002ABCDE',
      salesforceOpportunityId: '0068c00002ABCDE',
      externalIds: [{ type: 'GOOGLE_CALENDAR', id: 'event-1' }],
      transcript: {
        segments: [
          { text: 'Hello.', timestampSeconds: 1.5, speaker: { name: 'Ada Park' } },
          { text: 'Good morning.', timestampSeconds: 2.25, speaker: { name: 'Grace Lund' } },
        ],
      },
    }),
    processImportedMeeting: false,
  };
}

/** Sets one field of a body, in place; `field` is written as in messages: `meeting.attendees[2].email`. */
export function changed(
  body: Record<string, unknown>,
  field: string,
  value: unknown,
): Record<string, unknown> {
  const path = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const last = path.pop()!;
  // biome-ignore lint/suspicious/noExplicitAny: a path through any shape
  const parent = path.reduce<any>((node, name) => node[name], body);
  if (value === ABSENT) delete parent[last];
  else parent[last] = value;
  return body;
}

/** Sends bytes as they are. */
export function post(
  service: Pick<TestService, 'client'>,
  raw: string | Buffer,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return service.client.post(INGEST, undefined, { raw, headers });
}
