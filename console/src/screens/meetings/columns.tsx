import { Tooltip } from '@mantine/core';
import { IconPlayerPlay as IconRecording, IconFileText as IconTranscript } from '../../icons/tabler.ts';
import {
  Avatar,
  type Column,
  type ColumnSort,
  CrmChips,
  Duration,
  nameOf,
  People,
  TimeText,
} from '../../parts/index.ts';
import type { Meeting } from '../../shapes.ts';
import styles from './meetings.module.css';
import { SignalChips } from './signal-chips.tsx';

/** Lists external attendees first, since they tell meetings apart. */
function guestsOf({ attendees, host }: Meeting) {
  const others = attendees.filter(({ email }) => email?.toLowerCase() !== host.email.toLowerCase());
  return others.sort((a, b) => Number(a.isInternal ?? false) - Number(b.isInternal ?? false));
}

/** Returns the columns of the meetings list, of which two can be sorted by. */
export const meetingColumns = (sorts: {
  title: ColumnSort;
  when: ColumnSort;
}): readonly Column<Meeting>[] => [
  {
    key: 'title',
    header: 'Meeting',
    sort: sorts.title,
    width: '38%',
    cell: ({ title }) => <span className={styles.title}>{title}</span>,
    under: (meeting) => (
      <span className={styles.under}>
        <CrmChips {...meeting} />
        <SignalChips {...meeting} />
      </span>
    ),
  },
  {
    key: 'when',
    header: 'Date',
    sort: sorts.when,
    phone: 'line',
    cell: ({ startTime, endTime }) => (
      <span className={styles.when}>
        <TimeText at={startTime} />
        <span className="muted">
          <Duration from={startTime} to={endTime} />
        </span>
      </span>
    ),
  },
  {
    key: 'host',
    header: 'Host',
    phone: 'bare',
    cell: ({ host }) => (
      <span className={styles.host}>
        <Avatar person={host} size={24} />
        <span className={styles.hostName} title={host.email}>
          {nameOf(host)}
        </span>
      </span>
    ),
  },
  {
    key: 'attendees',
    header: 'Attendees',
    phone: 'bare',
    cell: (meeting) => <People people={guestsOf(meeting)} />,
  },
  {
    key: 'has',
    header: 'Includes',
    phone: 'bare',
    width: '84px',
    cell: (meeting) => (
      <span className={styles.has}>
        {meeting.hasTranscript && <Has label="Transcript" icon={<IconTranscript size={17} stroke={1.7} />} />}
        {meeting.downloadUrl && <Has label="Recording" icon={<IconRecording size={17} stroke={1.7} />} />}
        {!meeting.hasTranscript && !meeting.downloadUrl && <span className="muted">–</span>}
      </span>
    ),
  },
];

function Has({ label, icon }: { label: string; icon: React.ReactNode }) {
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} className={styles.hasIcon}>
        {icon}
      </span>
    </Tooltip>
  );
}
