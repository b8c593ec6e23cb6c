import { meeting } from '../../support/meetings.ts';
import { sql } from '../../support/sql.ts';
import { count, type Kind, NOBODY, ORGANIZATION, unless } from './job-kind.ts';

export const forgetAnswers: Kind = async ({ front, databaseUrl }, prefix) => {
  const keys = ['old', 'young'].map((name) => `${prefix}-${name}`) as [string, string];
  const ask = (key: string) =>
    front.client.post(
      '/v1/user-provided-meeting',
      { meeting: meeting({ title: key }), processImportedMeeting: false },
      { headers: { 'Idempotency-Key': key } },
    );
  const first = await Promise.all(keys.map(ask));
  await sql(
    databaseUrl,
    `update idempotency_keys set created_at = now() - interval '3 days' where key = $1`,
    [keys[0]],
  );
  return {
    job: { name: 'forget-answers', organizationId: NOBODY, payload: {} },
    async after() {
      const old = await count(databaseUrl, 'select 1 from idempotency_keys where key = $1', [keys[0]]);
      const again = await ask(keys[1]);
      return [
        ...unless(old === 0, 'an old answer is kept'),
        ...unless(again.text === first[1]!.text, 'a young answer is forgotten'),
      ];
    },
  };
};

export const forgetVersions: Kind = async ({ front, databaseUrl }, prefix) => {
  const { client } = front;
  const ingest = (title: string) =>
    client.ingest(meeting({ id: `${prefix}-versions`, title }), { processImportedMeeting: false });
  const id = await ingest('First');
  await ingest('Second');
  await ingest('Third');
  await sql(
    databaseUrl,
    `update meeting_versions set replaced_at = now() - interval '91 days' where meeting_id = $1 and version = 1`,
    [id],
  );
  return {
    job: { name: 'forget-versions', organizationId: NOBODY, payload: {} },
    async after() {
      const { body } = await client.get(`/v1/meetings/${id}/versions`);
      const numbers = body.versions.map(({ version }: { version: number }) => version);
      const { body: second } = await client.get(`/v1/meetings/${id}/versions/2`);
      return [
        ...unless(`${numbers}` === '3,2', `the versions are ${numbers}`),
        ...unless(second.title === 'Second', 'the version that is kept is not what it was'),
      ];
    },
  };
};

export const forgetChanges: Kind = async ({ front, databaseUrl }, prefix) => {
  const { client } = front;
  const ingest = (id: string) =>
    client.ingest(meeting({ id: `${prefix}-${id}` }), { processImportedMeeting: false });
  await ingest('old');
  const { next } = (await client.get('/v1/changes', { after: 'now' })).body;
  // No worker is running to number the events, so they are numbered here.
  await sql(
    databaseUrl,
    `with head as (
       insert into change_heads as h (organization_id, last_position) values ($1, 2)
       on conflict (organization_id) do update set last_position = h.last_position + 2 returning last_position)
     insert into changes select $1, last_position - n, 'meeting', 1, 'updated', '{}', now() - n * interval '31 days'
     from head, generate_series(0, 1) as n`,
    [ORGANIZATION],
  );
  return {
    job: { name: 'forget-changes', organizationId: NOBODY, payload: {} },
    async after() {
      const kept = await sql(
        databaseUrl,
        `select from changes join change_heads using (organization_id)
         where organization_id = $1 and position > forgotten_position`,
        [ORGANIZATION],
      );
      const old = await count(databaseUrl, `select from changes where at < now() - interval '30 days'`, []);
      return [
        ...unless(old === 0, 'an old change is kept'),
        ...unless(kept.length > 0, 'a young change is forgotten'),
        ...unless(typeof next === 'string', 'the feed gives no cursor'),
      ];
    },
  };
};

export const forgetAudit: Kind = async ({ databaseUrl }, prefix) => {
  await sql(
    databaseUrl,
    `with kept as (insert into audit_retention (days) values (400) on conflict (is_only) do nothing)
     insert into audit_records (organization_id, at, action, subject)
     select $1, now() - days * interval '1 day', 'key.create', $2 from unnest(array[390, 410]) as days`,
    [ORGANIZATION, prefix],
  );
  return {
    job: { name: 'forget-audit', organizationId: NOBODY, payload: {} },
    async after() {
      const aged = (than: string) =>
        count(
          databaseUrl,
          `select from audit_records where subject = $1 and at ${than} now() - interval '400 days'`,
          [prefix],
        );
      return [
        ...unless((await aged('<')) === 0, 'an old audit record is kept'),
        ...unless((await aged('>')) === 1, 'a young audit record is removed'),
      ];
    },
  };
};
