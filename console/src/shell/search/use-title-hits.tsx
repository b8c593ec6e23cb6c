import type { LinkProps } from '@tanstack/react-router';
import { IconMessages as IconMeeting } from '../../icons/tabler.ts';
import { highlightWords } from '../../parts/highlight.ts';
import { Highlighted } from '../../parts/highlighted.tsx';
import { Avatar, nameOf } from '../../parts/person.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { useTypedSearch } from '../../parts/use-search.ts';
import type { FoundMeeting } from '../../shapes.ts';
import { useCan } from '../session.ts';
import { groupOf, type Hit, type HitGroup } from './hits.ts';
import styles from './search-field.module.css';

interface Options {
  /** The most hits of each group. */
  max?: number;
  /** Called when a person is chosen. By default the meetings list opens, filtered by that person. */
  onPerson?: (email: string) => void;
}

/** Meetings by the words of their titles, and people by name or address: one request finds both. */
export function useTitleHits(typed: string, { max = 10, onPerson }: Options = {}): HitGroup[] {
  const mayRead = useCan('meetings:read');
  const { found, isBehind } = useTypedSearch(mayRead ? typed : '');
  const now = typed.trim();
  const state = { isWanted: mayRead && now !== '', isBehind, typed };
  return [
    groupOf({ key: 'meetings', label: 'Meetings' }, found, state, ({ meetings }) =>
      (meetings as FoundMeeting[]).slice(0, max).map((meeting) => meetingHit(meeting, now)),
    ),
    {
      ...groupOf({ key: 'people', label: 'People' }, found, state, ({ people }) =>
        people.slice(0, max).map((person) => personHit(person, now, onPerson)),
      ),
      // The group before it tells about the request.
      isLoading: false,
      note: undefined,
    },
  ];
}

function meetingHit({ id, title, startTime, hostName, hostEmail }: FoundMeeting, query: string): Hit {
  return {
    key: `meeting ${id}`,
    text: title,
    link: { to: '/meetings/$id', params: { id } },
    icon: <IconMeeting size={17} aria-hidden="true" className={styles.kind} />,
    title: <Highlighted {...highlightWords(title, query)} />,
    hint: (
      <>
        {hostName ?? hostEmail} · <TimeText at={startTime} style="day" />
      </>
    ),
  };
}

type FoundPerson = { email: string; name?: string };

function personHit(person: FoundPerson, query: string, onPerson: Options['onPerson']): Hit {
  const { email } = person;
  return {
    key: `person ${email}`,
    text: `${person.name ?? ''} ${email}`,
    ...(onPerson
      ? { run: () => onPerson(email) }
      : { link: { to: '/meetings', search: { attendees: [email] } } as LinkProps }),
    icon: <Avatar person={person} size={22} />,
    title: <Highlighted {...highlightWords(nameOf(person), query)} />,
    hint: person.name ? <Highlighted {...highlightWords(email, query)} /> : 'View their meetings',
  };
}
