/** Makes a valid meeting for the receiver, with `changes` applied. */
export function meeting(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'Quarterly review',
    startTime: '2026-01-31T09:30:00Z',
    endTime: '2026-01-31T10:15:00Z',
    host: { name: 'Ada Park', email: 'ada@parley.example' },
    ...changes,
  };
}

/** The window of all meetings. */
export const ALWAYS = { from: '2000-01-01T00:00:00Z' };
