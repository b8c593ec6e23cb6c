import { createClient, type Meeting, type User, unwrap } from '../../client/src/index.ts';
import {
  deleteMeeting,
  getMeeting,
  listMeetings,
  listUsers,
  uploadRecording,
} from '../../client/src/operations.ts';

/** Never run: tsc is the test, which refuses an expected error that does not come. */
export async function typedCalls(): Promise<void> {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });
  const query = { from: '2026-01-01T00:00:00Z' };
  const page = await unwrap(client.GET('/v1/meetings', { params: { query } }));
  page.pageCount satisfies number;
  page.meetings[0]!.id satisfies string;
  const gone = await unwrap(client.DELETE('/v1/meetings/{id}', { params: { path: { id: '5' } } }));
  gone satisfies undefined;
  page.meetings satisfies Meeting[];
  for await (const user of client.items('/v1/users')) user satisfies User;
  const file = { params: { query: { fileName: 'call.vtt' } } };
  await client.POST('/v1/meetings/import', { ...file, body: 'WEBVTT\n' });
  await client.POST('/v1/meetings/import', { ...file, body: new Blob(['WEBVTT\n']) });
  // @ts-expect-error a file is text or bytes
  await client.POST('/v1/meetings/import', { ...file, body: { meeting: {} } });
  const listed = { params: { query: { ...query, sourceTypes: ['ZOOM' as const] } } };
  await client.GET('/v1/meetings', listed);
  await client.GET('/v1/meetings', { params: { query: { ...query, sourceTypes: 'ZOOM,GONG' } } });
  // @ts-expect-error no such source
  await client.GET('/v1/meetings', { params: { query: { ...query, sourceTypes: ['FAX'] } } });
  for await (const meeting of client.items('/v1/meetings', { params: { query } })) {
    meeting.startTime satisfies string;
    // @ts-expect-error a meeting has no such field
    meeting.nothing;
  }
  const path = { promptId: 3 };
  const window = { executionFrom: query.from, executionTo: query.from };
  for await (const one of client.pages('/v1/signals/{promptId}/executions', {
    params: { path, query: window },
  })) {
    one.signals[0]!.sourceId satisfies string;
  }
  // @ts-expect-error `from` is required
  client.items('/v1/meetings');
  // @ts-expect-error keys are no paged list
  client.items('/admin/v1/keys');
  (await listMeetings(client, { params: { query } })) satisfies { meetings: Meeting[] };
  (await listUsers(client)).users satisfies User[];
  (await deleteMeeting(client, { params: { path: { id: 5 } } })) satisfies undefined;
  (await getMeeting(client, { params: { path: { id: '5' } } })).title satisfies string;
  // @ts-expect-error `from` is required
  await listMeetings(client);
  // @ts-expect-error a recording is bytes
  await uploadRecording(client, { params: { path: { id: 3 } }, body: { a: 1 } });
  // @ts-expect-error an unknown filter
  client.items('/v1/users', { params: { query: { rolle: 'ADMIN' } } });
  // @ts-expect-error an unknown filter
  await client.GET('/v1/users', { params: { query: { rolle: 'ADMIN' } } });
  // @ts-expect-error a body is required
  await client.POST('/v1/user-provided-meeting', {});
  // @ts-expect-error a recording is bytes
  await client.PUT('/v1/meetings/{id}/recording', { params: { path: { id: 3 } }, body: { a: 1 } });
}
