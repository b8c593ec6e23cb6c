/** What is done, by the API's names, in words. */
const WORDS: Record<string, string> = {
  'session.create': 'Signed in',
  'session.end': 'Signed out',
  'key.create': 'Made a key',
  'key.revoke': 'Revoked a key',
  'signal.create': 'Made a signal',
  'signal.update': 'Changed a signal',
  'signal.delete': 'Deleted a signal',
  'backtest.create': 'Started a backtest',
  'backtest.delete': 'Deleted a backtest',
  'users.put': 'Put in users',
  'crm-records.put': 'Put in CRM records',
  'meeting.delete': 'Deleted a meeting',
  'email.delete': 'Deleted an e-mail',
  'job.retry': 'Ran a job again',
  'organization.create': 'Made the organization',
  'organization.update': 'Changed the organization',
  'demo.load': 'Loaded the demo',
  'meetings.import': 'Imported meetings',
  'emails.import': 'Imported e-mails',
};

/** An action in words; one that is not known stays as it is. */
export const actionWords = (action: string): string => WORDS[action] ?? action;

/** Kinds of actions to filter by: the beginnings of their names. */
export const ACTIONS = [
  { value: 'session', label: 'Signing in and out' },
  { value: 'key', label: 'Keys' },
  { value: 'signal', label: 'Signals' },
  { value: 'backtest', label: 'Backtests' },
  { value: 'users', label: 'Users' },
  { value: 'crm-records', label: 'CRM records' },
  { value: 'meeting', label: 'Meetings' },
  { value: 'email', label: 'E-mails' },
  { value: 'job', label: 'Jobs' },
  { value: 'organization', label: 'Organization' },
];
