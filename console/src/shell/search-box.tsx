import { type LinkProps, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { messageOf } from '../api.ts';
import { IconMessages as IconMeeting, IconSearch } from '../icons/tabler.ts';
import { classes } from '../parts/classes.ts';
import { Avatar, nameOf } from '../parts/person.tsx';
import { TimeText } from '../parts/time-text.tsx';
import { useSearchApi } from '../parts/use-search.ts';
import type { FoundMeeting } from '../shapes.ts';
import styles from './search-box.module.css';
import { SEARCH_FIELD } from './shortcuts.ts';

interface Props {
  /** Called when something was chosen, and on Escape in an empty field. */
  onChosen?: () => void;
  /** The results stand under the field in the flow of the page, not above it. */
  isPlain?: boolean;
  /** The screen's own field: `/` goes here. */
  isScreenField?: boolean;
  autoFocus?: boolean;
  /** Called when a person is chosen. By default the meetings list opens, filtered by that person. */
  onPerson?: (email: string) => void;
}

interface Hit {
  key: string;
  go: () => void;
  icon: ReactNode;
  title: string;
  hint: ReactNode;
}

/** Searches meetings by title and people by name or address while typing. The arrow keys choose, Enter opens. */
export function SearchBox({ onChosen, isPlain, isScreenField, autoFocus, onPerson }: Props) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const { hits, found } = useHits(typed, onPerson);
  const chosen = Math.min(active, hits.length - 1);
  const isShown = typed.trim() !== '' && (isOpen || isPlain === true);

  const choose = (hit: Hit | undefined) => {
    if (!hit) return;
    setTyped('');
    setOpen(false);
    onChosen?.();
    hit.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && hits.length > 0) {
      event.preventDefault();
      setActive((chosen + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(hits[chosen]);
    } else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      setTyped('');
    }
  };
  return (
    <div className={classes(styles.box, isPlain && styles.plain)}>
      <IconSearch size={17} aria-hidden="true" className={styles.icon} />
      <input
        className={styles.field}
        type="text"
        role="combobox"
        aria-label="Search meetings and people"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && hits[chosen] ? `${listId}-${chosen}` : undefined}
        placeholder="Search by title, name or e-mail"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
        {...(isScreenField ? { [SEARCH_FIELD]: '' } : {})}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.results} hidden={!isShown}>
        <Results {...{ listId, hits, chosen, onChoose: choose, onHover: setActive }} />
        {hits.length === 0 && (
          <p className={styles.none} role="status">
            {found.error
              ? messageOf(found.error)
              : found.isFetching || found.data === undefined
                ? 'Searching …'
                : `No meetings or people match “${typed.trim()}”.`}
          </p>
        )}
      </div>
    </div>
  );
}

interface ResultsProps {
  listId: string;
  hits: readonly Hit[];
  chosen: number;
  onChoose: (hit: Hit) => void;
  onHover: (index: number) => void;
}

function Results({ listId, hits, chosen, onChoose, onHover }: ResultsProps) {
  return (
    <div role="listbox" id={listId} aria-label="Results">
      {hits.map((hit, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as a combobox does
        <div
          key={hit.key}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className={styles.hit}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onHover(index)}
          onClick={() => onChoose(hit)}
        >
          {hit.icon}
          <span className={styles.title}>{hit.title}</span>
          <span className={styles.hint}>{hit.hint}</span>
        </div>
      ))}
    </div>
  );
}

function useHits(typed: string, onPerson: ((email: string) => void) | undefined) {
  const found = useSearchApi(typed);
  const router = useRouter();
  const go = (link: LinkProps) => void router.navigate(link as never);
  if (typed.trim() === '' || found.data === undefined) return { hits: [], found };
  const named = found.data.meetings as FoundMeeting[];
  const meetings = named.map(
    ({ id, title, startTime, hostName, hostEmail }): Hit => ({
      key: `meeting ${id}`,
      go: () => go({ to: '/meetings/$id', params: { id } }),
      icon: <IconMeeting size={17} aria-hidden="true" className={styles.kind} />,
      title,
      hint: (
        <>
          {hostName ?? hostEmail} · <TimeText at={startTime} style="day" />
        </>
      ),
    }),
  );
  const people = found.data.people.map(
    (person): Hit => ({
      key: `person ${person.email}`,
      go: () =>
        onPerson
          ? onPerson(person.email)
          : go({ to: '/meetings', search: { attendees: [person.email] } } as LinkProps),
      icon: <Avatar person={person} size={22} />,
      title: nameOf(person),
      hint: person.name ? person.email : 'View their meetings',
    }),
  );
  return { hits: [...meetings, ...people], found };
}
