/** The actions of the audit log in words, by their API names. */
const WORDS: Record<string, string> = {
  'session.create': 'Signed in',
  'session.refuse': 'Sign-in rejected',
  'session.end': 'Signed out',
  'key.create': 'Created a key',
  'key.revoke': 'Revoked a key',
  'signal.create': 'Created a signal',
  'signal.update': 'Changed a signal',
  'signal.delete': 'Deleted a signal',
  'backtest.create': 'Started a backtest',
  'backtest.delete': 'Deleted a backtest',
  'users.put': 'Created or updated users',
  'users.delete': 'Deleted users',
  'crm-records.put': 'Created or updated CRM records',
  'crm-records.delete': 'Deleted CRM records',
  'meeting.ingest': 'Ingested a meeting',
  'meeting.import': 'Imported a meeting',
  'meeting.restore': 'Restored a version of a meeting',
  'meeting.remap': 'Remapped a meeting',
  'remap.undo': 'Undid a remap',
  'recording.upload': 'Uploaded a recording',
  'meeting.delete': 'Deleted a meeting',
  'email.ingest': 'Ingested an e-mail',
  'email.import': 'Imported an e-mail',
  'email.delete': 'Deleted an e-mail',
  'job.retry': 'Retried a job',
  'organization.create': 'Created the organization',
  'organization.update': 'Changed the organization',
  'meeting.read': 'Read a meeting',
  'meeting.list': 'Listed meetings with transcripts',
  'recording.download': 'Downloaded a recording',
  'signing-key.rotate': 'Rotated the keys that sign download links',
  'signing-key.remove': 'Removed a key that signs download links',
  'blobs.adopt': 'Adopted the recording store',
  'demo.load': 'Loaded sample data',
  'demo.remove': 'Removed sample data',
  'meetings.import': 'Imported meetings',
  'emails.import': 'Imported e-mails',
};

/** An action in words; one that is not known stays as it is. */
export const actionWords = (action: string): string => WORDS[action] ?? action;

/** Every action that is known, to filter by. */
export const ACTIONS = Object.entries(WORDS).map(([value, label]) => ({ value, label }));
