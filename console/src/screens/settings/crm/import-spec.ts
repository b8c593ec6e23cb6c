import { api, unwrap } from '../../../api.ts';
import { type ImportSpec, type Row, readOneOf, readText } from '../import/spec.ts';

const PAGE_SIZE = 50;

/** If there are more records than fit on these pages, the preview does not tell which rows are new. */
const MAX_KNOWN_PAGES = 200;

/** The kinds of CRM records. */
export const TYPES = ['ACCOUNT', 'OPPORTUNITY', 'LEAD', 'CASE'] as const;

const SALESFORCE_ID = /^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$/;
const SHORT_ID_LENGTH = 15;

/** Ids of 15 and of 18 characters are the same record. */
function keyOf({ type, id }: Row): string {
  const text = String(id);
  return `${type} ${SALESFORCE_ID.test(text) ? text.slice(0, SHORT_ID_LENGTH) : text}`;
}

function readDomains(raw: unknown): unknown {
  const parts = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(/[;,\s]+/) : undefined;
  const domains = parts?.filter((one) => one !== '');
  return domains?.every((one) => typeof one === 'string' && !/[\s@/]/.test(one)) ? domains : undefined;
}

type RecordBody = NonNullable<Parameters<typeof putRecords>[0]>;
const putRecords = (
  records: { type: (typeof TYPES)[number]; id: string; name: string; domains?: string[] }[],
) => unwrap(api.PUT('/admin/v1/crm-records', { body: { records } }));

/** CRM records from a file. */
export const crmImport: ImportSpec = {
  noun: 'CRM record',
  plural: 'CRM records',
  listName: 'records',
  fields: [
    { name: 'type', takes: `one of ${TYPES.join(', ')}`, isRequired: true, read: readOneOf(TYPES) },
    { name: 'id', takes: 'the ID in the CRM', isRequired: true, read: readText },
    { name: 'name', takes: 'the name', isRequired: true, read: readText },
    {
      name: 'domains',
      takes:
        'e-mail domains of an account, separated by semicolons; meetings with people of these domains are linked to the account',
      read: readDomains,
    },
  ],
  keyOf,
  keyFields: ['type', 'id'],
  untoldFields: ['domains'],
  nameOf: ({ name, id }) => String(name ?? id ?? ''),
  check: ({ type, domains }) => (domains && type !== 'ACCOUNT' ? ['only accounts can have domains'] : []),
  loadKnown,
  put: (rows) => putRecords(rows as RecordBody),
  invalidates: ['crm-records'],
};

async function loadKnown(signal: AbortSignal): Promise<Map<string, Row> | undefined> {
  const known = new Map<string, Row>();
  const query = { pageSize: PAGE_SIZE };
  for await (const page of api.pages('/admin/v1/crm-records', { params: { query }, signal })) {
    if (page.pageCount > MAX_KNOWN_PAGES) return undefined;
    for (const record of page.records) known.set(keyOf(record), record);
  }
  return known;
}
