import { Link } from '@tanstack/react-router';

/** The meetings list takes ids of this length. */
const ID_LENGTH = 18;

/** Leads to the meetings of a record, where the list can be filtered by it. */
export function MeetingsOf({ type, id, name }: { type: string; id: string; name: string }) {
  const label = `Meetings of ${name}`;
  if (id.length !== ID_LENGTH) return null;
  if (type === 'ACCOUNT') {
    return (
      <Link to="/meetings" search={{ account: id }} aria-label={label}>
        View
      </Link>
    );
  }
  if (type === 'OPPORTUNITY') {
    return (
      <Link to="/meetings" search={{ opportunity: id }} aria-label={label}>
        View
      </Link>
    );
  }
  return null;
}
