import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ParleyError } from '../../api.ts';
import { EmptyState, LoadingState, NeedsScope, PageHeader, PageState } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { CrmTab } from './crm.tsx';
import { EvidenceBar } from './evidence-bar.tsx';
import { MeetingHeader } from './header.tsx';
import styles from './meeting.module.css';
import { PeopleTab } from './people.tsx';
import { meetingQuery } from './queries.ts';
import { isVideo, RecordingDock, RecordingMedia } from './recording.tsx';
import { useRemap } from './remap.ts';
import { RemapDialog } from './remap-dialog.tsx';
import { ScopeProvider } from './scope.ts';
import { type MeetingTab, TABS } from './search.ts';
import type { MeetingWithRecording } from './shapes.ts';
import { SideTabs } from './side.tsx';
import { SignalsTab } from './signals.tsx';
import { SummaryTab } from './summary.tsx';
import { Transcript } from './transcript.tsx';
import { useMeeting } from './use-meeting.ts';
import { VersionsTab } from './versions.tsx';

const route = getRouteApi('/shell/meetings/$id');

/** Room for the transcript and something beside it. */
const WIDE = '(min-width: 75em)';

/** The form of a meeting's ID in an address. */
const IS_ID = /^[1-9]\d{0,14}$/;

/** A meeting: what was said, to read and to hear, and what Parley makes of it. */
export function MeetingScreen() {
  const { id } = route.useParams();
  const mayRead = useCan('meetings:read');
  const query = useQuery({ ...meetingQuery(id), enabled: mayRead && IS_ID.test(id) });
  if (!mayRead) {
    return (
      <>
        <PageHeader title="Meeting" above={<Link to="/meetings">Meetings</Link>} />
        <NeedsScope scope="meetings:read" what="see meetings" />
      </>
    );
  }
  const isUnknown = query.error instanceof ParleyError && query.error.status === 404;
  if (isUnknown || !IS_ID.test(id)) return <Missing />;
  return (
    <>
      {query.data === undefined && (
        <PageHeader title="Meeting" above={<Link to="/meetings">Meetings</Link>} />
      )}
      <PageState query={query} what="the meeting" loading={<Loading />}>
        {(meeting) => <Meeting key={meeting.id} meeting={meeting} />}
      </PageState>
    </>
  );
}

function Missing() {
  return (
    <>
      <PageHeader title="Meeting not found" above={<Link to="/meetings">Meetings</Link>} />
      <EmptyState
        title="This meeting does not exist"
        action={
          <Button component={Link} to="/meetings">
            View all meetings
          </Button>
        }
      >
        It may have been deleted, the link may be mistyped, or it belongs to another organization.
      </EmptyState>
    </>
  );
}

function Loading() {
  return (
    <div className={styles.grid}>
      <LoadingState lines={14} />
      <Skeleton height={320} radius="lg" />
    </div>
  );
}

function Meeting({ meeting }: { meeting: MeetingWithRecording }) {
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const { scope, search, target, place, quote, openTab } = useMeeting(meeting, isWide);
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const [isRemapping, setRemapping] = useState(false);
  const control = useRemap(meeting.id);
  const tabs = isWide ? TABS.filter((tab) => tab !== 'transcript') : TABS;
  const fallback: MeetingTab = isWide ? (search.signal === undefined ? 'summary' : 'signals') : 'transcript';
  const open = tabs.find((tab) => tab === search.tab) ?? fallback;
  const transcript = (
    <Transcript
      target={target}
      marked={search.entry}
      place={place}
      dock={dock}
      above={<EvidenceBar at={quote.at} count={quote.count} step={quote.step} />}
    />
  );
  const beside: Record<MeetingTab, React.ReactNode> = {
    transcript,
    summary: <SummaryTab />,
    signals: <SignalsTab />,
    people: <PeopleTab />,
    crm: <CrmTab control={control} onRemap={() => setRemapping(true)} />,
    versions: <VersionsTab />,
  };
  const media = scope.isPlayable && <RecordingMedia />;
  const hasDock = meeting.recording.state !== 'none';
  return (
    <ScopeProvider value={scope}>
      <MeetingHeader onRemap={() => setRemapping(true)} />
      <div className={styles.grid} data-dock={hasDock || undefined}>
        {isWide && <div className={styles.reading}>{transcript}</div>}
        <div className={styles.beside}>
          {isVideo(meeting) && media}
          <SideTabs tabs={tabs} open={open} onOpen={openTab} isBare={open === 'transcript'}>
            {beside[open]}
          </SideTabs>
        </div>
        {hasDock && (
          <div ref={setDock} className={styles.dock}>
            {!isVideo(meeting) && media}
            <RecordingDock />
          </div>
        )}
      </div>
      <RemapDialog opened={isRemapping} onClose={() => setRemapping(false)} control={control} />
    </ScopeProvider>
  );
}
