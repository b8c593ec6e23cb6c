import { Link } from '@tanstack/react-router';
import { BarList, CrmChips, count, EmptyState, formatPosition, nameOf } from '../../parts/index.ts';
import styles from './people.module.css';
import { useScope } from './scope.ts';
import type { Attendee, MeetingWithRecording } from './shapes.ts';
import side from './side.module.css';
import { SpeakerMark } from './speaker-mark.tsx';
import type { Speaker, Talk } from './talk.ts';
import { TalkStrip } from './timeline.tsx';

/** The participants, and the talk time of each. */
export function PeopleTab() {
  const { meeting, talk } = useScope();
  const people = peopleOf(meeting, talk);
  return (
    <div className={side.parts}>
      {talk.speakers.length > 0 && <TalkTime talk={talk} />}
      <section>
        <h2 className={side.heading}>{count(people.length, 'person', 'people')}</h2>
        {people.length === 0 && <EmptyState small title="No participants" />}
        <ul className={styles.people}>
          {people.map((person, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two attendees may be alike in all but their place
            <PersonLine key={index} {...person} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function TalkTime({ talk }: { talk: Talk }) {
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return (
    <section>
      <h2 className={side.heading}>{talk.isTimed ? 'Talk time' : 'Share of words'}</h2>
      {talk.isTimed && <TalkStrip talk={talk} seconds={talk.endSeconds} className={styles.strip} />}
      <BarList
        label={talk.isTimed ? 'Talk time by speaker' : 'Share of words by speaker'}
        bars={talk.speakers.map((speaker) => ({
          key: speaker.name,
          label: (
            <span className={styles.talker}>
              <span className={styles.talkerName}>{speaker.name}</span>
              <span className={styles.turns}>
                {count(speaker.turns, 'turn')}
                {talk.isTimed && `, longest ${formatPosition(speaker.longestSeconds)}`}
              </span>
            </span>
          ),
          value: talk.isTimed ? speaker.seconds : speaker.share,
          valueText: talk.isTimed
            ? `${formatPosition(speaker.seconds)} · ${percent(speaker.share)}`
            : percent(speaker.share),
          color: speaker.color,
        }))}
      />
    </section>
  );
}

interface Line {
  person: Partial<Attendee>;
  isHost: boolean;
  speaker: Speaker | undefined;
  /** They speak in the transcript and are on no list. */
  isUnlisted: boolean;
}

/** Returns the host, the attendees, and speakers who are neither. */
function peopleOf({ host, attendees }: MeetingWithRecording, { speakers, byName }: Talk): Line[] {
  const isHost = (email: string | undefined) => email?.toLowerCase() === host.email.toLowerCase();
  const speakerOf = ({ id, name }: Partial<Attendee>) =>
    speakers.find((one) => id !== undefined && one.attendeeId === id) ?? byName.get(name ?? '');
  const listed: Line[] = [...(attendees.some(({ email }) => isHost(email)) ? [] : [host]), ...attendees].map(
    (person: Partial<Attendee>) => ({
      person,
      isHost: isHost(person.email),
      speaker: speakerOf(person),
      isUnlisted: false,
    }),
  );
  listed.sort((a, b) => Number(b.isHost) - Number(a.isHost));
  const heard = new Set(listed.map(({ speaker }) => speaker));
  const unlisted = speakers.filter((speaker) => !heard.has(speaker));
  return [
    ...listed,
    ...unlisted.map((speaker) => ({
      person: { name: speaker.name },
      isHost: false,
      speaker,
      isUnlisted: true,
    })),
  ];
}

function PersonLine({ person, isHost, speaker, isUnlisted }: Line) {
  const { talk } = useScope();
  const isSilent = !speaker && talk.speakers.length > 0;
  const { email, isInternal, crmLeadId, crmCaseId } = person;
  const words = [
    isHost && 'Host',
    isInternal === true && 'Internal',
    isInternal === false && 'Guest',
    isUnlisted && 'Speaks, but is not listed as an attendee',
    isSilent && 'Did not speak',
  ].filter(Boolean);
  return (
    <li className={styles.person}>
      <SpeakerMark name={nameOf(person)} speaker={speaker} size={30} />
      <div className={styles.personWords}>
        <span className={styles.personName}>{nameOf(person)}</span>
        <span className={styles.personKind}>{words.join(' · ')}</span>
        {email && (
          <Link
            to="/meetings"
            search={{ attendees: [email] }}
            className={styles.email}
            title="View meetings with this person"
          >
            {email}
          </Link>
        )}
        <CrmChips crmLeadId={crmLeadId} crmCaseId={crmCaseId} />
      </div>
    </li>
  );
}
