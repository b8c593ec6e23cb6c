import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onShards } from '../../src/db/citus/on-shards.ts';

const SHARDS = new Map([
  ['meetings', 'meetings_102008'],
  ['meeting_days', 'meeting_days_102009'],
  ['organizations', 'organizations_102010'],
]);
const shardsOf = (text: string) => onShards({ text }, SHARDS);

test('tables are read by the names of their shards, and keep the names that the statement uses', () => {
  assert.equal(
    shardsOf('select m.title from meetings m where m.organization_id = $1'),
    'select m.title from meetings_102008 m where m.organization_id = $1',
  );
  assert.equal(
    shardsOf('select meetings.title from meetings where organization_id = $1'),
    'select meetings.title from meetings_102008 as meetings where organization_id = $1',
  );
  assert.equal(
    shardsOf(`select sum(meetings) from meeting_days as d
      left join meetings on meetings.id = d.id and d.organization_id = $1 join\n  organizations o on true`),
    `select sum(meetings) from meeting_days_102009 as d
      left join meetings_102008 as meetings on meetings.id = d.id and d.organization_id = $1 join\n  organizations_102010 o on true`,
  );
  assert.equal(
    shardsOf('select exists (select from meetings) from meetings limit 1, organization_id = $1'),
    'select exists (select from meetings_102008 as meetings) from meetings_102008 as meetings limit 1, organization_id = $1',
  );
});

test('a literal, a function and a column are no tables', () => {
  assert.equal(
    shardsOf("select 'from meetings', ' it''s from meetings' from meetings m where m.organization_id = $1"),
    "select 'from meetings', ' it''s from meetings' from meetings_102008 m where m.organization_id = $1",
  );
  assert.equal(
    shardsOf('select meetings from meeting_days where organization_id = $1'),
    'select meetings from meeting_days_102009 as meeting_days where organization_id = $1',
  );
  assert.equal(
    shardsOf('select * from meetings(1) join meetings m on m.organization_id = $1'),
    'select * from meetings(1) join meetings_102008 m on m.organization_id = $1',
  );
});

test('a statement stays with the coordinator if it writes, reads other tables, or may read other organizations', () => {
  for (const text of [
    'select title from meetings m',
    'select title from meetings m where m.organization_id = $10',
    'select id from meetings where organization_id = $1 for update',
    'select id from meetings where organization_id = $1 for no key update',
    'select id from meetings where organization_id = $1 for share',
    'with gone as (delete from meetings where organization_id = $1 returning id) select id from gone',
    'with made as (insert into meetings (organization_id) values ($1)) select id from meetings where organization_id = $1',
    'select name from api_keys k join meetings m on m.organization_id = $1',
    'select id from changes where organization_id = $1',
    'select 1 where organization_id = $1',
  ]) {
    assert.equal(shardsOf(text), undefined, text);
  }
});

test('a statement whose common table expression has the name of a table stays with the coordinator', () => {
  for (const as of [
    'as',
    'as materialized',
    'as not materialized',
    '(id, title) as',
    '(id) as materialized',
  ]) {
    const text = `with meetings ${as} (select id, title from organizations where organization_id = $1) select * from meetings`;
    assert.equal(shardsOf(text), undefined, text);
  }
});
