import type { ChildService } from '../../support/child-service.ts';
import { createClient } from '../../support/client.ts';
import { ALWAYS, meeting } from '../../support/meetings.ts';
import { sql } from '../../support/sql.ts';
import { count, type Kind, unless } from './job-kind.ts';

/** Creates an organization, so that the counts of other kinds of jobs do not include this one's. */
async function newOrganization({ apiUrl, receiverUrl, client }: ChildService, name: string) {
  const { body } = await client.post('/admin/v1/organizations', { name });
  return { id: body.id as number, client: createClient({ apiUrl, receiverUrl, key: body.key }) };
}

export const loadDemo: Kind = async ({ front, databaseUrl }, prefix) => {
  const { id, client } = await newOrganization(front, `${prefix} loaded`);
  await client.post('/admin/v1/demo');
  return {
    async after() {
      const { body: demo } = await client.get('/admin/v1/demo');
      const { meetings, totalMeetings, emails, totalEmails } = demo;
      const { body: listed } = await client.get('/v1/meetings', { ...ALWAYS, pageSize: '1' });
      const { body: signals } = await client.get('/v2/signals');
      const versions = await count(databaseUrl, 'select 1 from meeting_versions where organization_id = $1', [
        id,
      ]);
      const recordings = await count(databaseUrl, 'select 1 from recordings where organization_id = $1', [
        id,
      ]);
      const names = signals.signals.map(({ signalName }: { signalName: string }) => signalName);
      return [
        ...unless(demo.state === 'loaded', JSON.stringify(demo)),
        ...unless(meetings === totalMeetings && emails === totalEmails, JSON.stringify(demo)),
        ...unless(listed.pageCount === totalMeetings, `${listed.pageCount} meetings`),
        ...unless(versions === 0, `${versions} replaced versions`),
        ...unless(recordings === 1, `${recordings} recordings`),
        ...unless(names.length > 0 && new Set(names).size === names.length, `the signals are ${names}`),
      ];
    },
  };
};

export const removeDemo: Kind = async ({ front, databaseUrl }, prefix) => {
  const { id, client } = await newOrganization(front, `${prefix} removed`);
  const [removed, kept] = await Promise.all(
    ['sample', 'own'].map((name) => client.ingest(meeting({ id: `${prefix}-${name}` }))),
  );
  await sql(
    databaseUrl,
    `with load as (insert into demo_loads values ($1, 'removed', 'working') returning organization_id)
     insert into demo_records select organization_id, 'meeting', $2 from load`,
    [id, removed],
  );
  return {
    job: { name: 'remove-demo', organizationId: id, payload: {} },
    async after() {
      const { body: demo } = await client.get('/admin/v1/demo');
      const statuses = [];
      for (const one of [removed, kept]) statuses.push((await client.get(`/v1/meetings/${one}`)).status);
      return [
        ...unless(demo.state === 'absent', JSON.stringify(demo)),
        ...unless(`${statuses}` === '404,200', `the meetings answer ${statuses}`),
      ];
    },
  };
};
