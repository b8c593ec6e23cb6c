import { Button, Combobox, InputBase, UnstyledButton, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, ParleyError } from '../../api.ts';
import { IconMessages as IconMeeting, IconSearch } from '../../icons/tabler.ts';
import { nameOf, TimeText, useSearchApi } from '../../parts/index.ts';
import type { FoundMeeting } from '../../shapes.ts';
import styles from './meeting-picker.module.css';
import { meetingQuery, recentMeetingsQuery } from './queries.ts';

const SHOWN_NEWEST = 5;
const SHOWN_HITS = 6;

interface Props {
  /** The meeting chosen. */
  id: number | undefined;
  onChange: (id: number | undefined) => void;
}

/** Chooses one meeting, by searching for its title or from the newest. */
export function MeetingPicker({ id, onChange }: Props) {
  return id === undefined ? (
    <>
      <Search onChange={onChange} />
      <Newest onChange={onChange} />
    </>
  ) : (
    <Chosen id={id} onAnother={() => onChange(undefined)} />
  );
}

function Chosen({ id, onAnother }: { id: number; onAnother: () => void }) {
  const { data, error } = useQuery(meetingQuery(id));
  const isMissing = error instanceof ParleyError && error.status === 404;
  return (
    <div className={styles.chosen}>
      <IconMeeting size={18} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        {data && (
          <>
            <Link to="/meetings/$id" params={{ id: String(id) }} target="_blank" className={styles.title}>
              {data.title}
            </Link>
            <span className={styles.hint}>
              {nameOf(data.host)} · <TimeText at={data.startTime} />
              {!data.transcript && ' · no transcript to evaluate'}
            </span>
          </>
        )}
        {!data && !error && <span className={styles.hint}>Loading meeting {id} …</span>}
        {error && (
          <span className={styles.bad} role="alert">
            {isMissing ? `Meeting ${id} was not found.` : messageOf(error)}
          </span>
        )}
      </div>
      <Button variant="subtle" size="compact-sm" onClick={onAnother}>
        Change
      </Button>
    </div>
  );
}

/** The newest meetings at one click, since most trials use one of them. */
function Newest({ onChange }: { onChange: (id: number) => void }) {
  const { data } = useQuery(recentMeetingsQuery);
  if (!data) return null;
  if (data.length === 0) {
    return (
      <p className={styles.none}>
        There are no meetings with a transcript yet. <Link to="/add">Add meetings</Link> to try the draft on
        them.
      </p>
    );
  }
  return (
    <section aria-label="Latest meetings" className={styles.newest}>
      <p className={styles.group}>Latest meetings</p>
      <ul>
        {data.slice(0, SHOWN_NEWEST).map(({ id, title, host, startTime }) => (
          <li key={id}>
            <UnstyledButton className={styles.line} onClick={() => onChange(Number(id))}>
              <span className={styles.title}>{title}</span>
              <span className={styles.hint}>
                {host} · <TimeText at={startTime} style="day" />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Hit {
  id: string;
  title: string;
  startTime: string;
  host: string;
}

function Search({ onChange }: { onChange: (id: number) => void }) {
  const [typed, setTyped] = useState('');
  const combobox = useCombobox();
  const isEmpty = typed.trim() === '';
  const { hits, words } = useHits(typed);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        combobox.closeDropdown();
        onChange(Number(value));
      }}
    >
      <Combobox.Target>
        <InputBase
          label="Meeting"
          placeholder="Search by title"
          value={typed}
          leftSection={<IconSearch size={15} />}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isEmpty}>
        <Combobox.Options aria-label="Meetings">
          {hits.map(({ id, title, host, startTime }) => (
            <Combobox.Option key={id} value={id}>
              <span className={styles.title}>{title}</span>
              <span className={styles.hint}>
                {host} · <TimeText at={startTime} />
              </span>
            </Combobox.Option>
          ))}
          {words && <Combobox.Empty>{words}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The search results while typing; `words` is the message shown if there are none. */
function useHits(typed: string): { hits: Hit[]; words?: string } {
  const { data, error, isPlaceholderData } = useSearchApi(typed);
  if (error) return { hits: [], words: messageOf(error) };
  if (!data) return { hits: [], words: 'Searching …' };
  const hits = (data.meetings as FoundMeeting[])
    .slice(0, SHOWN_HITS)
    .map(({ hostName, hostEmail, ...one }) => ({
      ...one,
      host: hostName ?? hostEmail,
    }));
  if (hits.length > 0) return { hits };
  return { hits, words: isPlaceholderData ? 'Searching …' : `No meetings match “${typed.trim()}”.` };
}
