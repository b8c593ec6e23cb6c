import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, unwrap } from '../../api.ts';
import {
  IconDownload,
  IconLink,
  IconDots as IconMore,
  IconSwitchHorizontal as IconRemap,
  IconTrash,
} from '../../icons/tabler.ts';
import {
  ConfirmDialog,
  CrmChips,
  Duration,
  nameOf,
  ownDownload,
  PageHeader,
  TimeText,
  toast,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './meeting.module.css';
import { isTied } from './remap-dialog.tsx';
import { useScope } from './scope.ts';
import { TranscriptItems } from './transcript-menu.tsx';

/** The width below which the header is kept compact. */
const PHONE = '(max-width: 48em)';

/** The head of the screen: what meeting it is, what it is tied to, and what can be done with it. */
export function MeetingHeader({ onRemap }: { onRemap: () => void }) {
  const { meeting, entries } = useScope();
  const [isDeleting, setDeleting] = useState(false);
  const mayRemap = useCan('remap:write');
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { title, startTime, endTime, host } = meeting;
  const menu = (
    <MoreMenu
      onDelete={() => setDeleting(true)}
      onRemap={mayRemap && isPhone ? onRemap : undefined}
      hasTranscript={isPhone && entries.length > 0}
    />
  );
  return (
    <>
      <PageHeader
        above={
          <span className={styles.above}>
            <Link to="/meetings">Meetings</Link>
            {isPhone && menu}
          </span>
        }
        title={title}
        subtitle={
          <span className={styles.facts}>
            <TimeText at={startTime} />
            <Duration from={startTime} to={endTime} />
            <span title={host.email}>Hosted by {nameOf(host)}</span>
            {isTied(meeting) && <CrmChips {...meeting} />}
          </span>
        }
        actions={
          !isPhone && (
            <>
              {mayRemap && (
                <Button variant="default" onClick={onRemap}>
                  Remap
                </Button>
              )}
              {entries.length > 0 && (
                <Menu position="bottom-end" width={220}>
                  <Menu.Target>
                    <Button variant="default" leftSection={<IconDownload size={16} />}>
                      Transcript
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <TranscriptItems meetingId={meeting.id} />
                  </Menu.Dropdown>
                </Menu>
              )}
              {menu}
            </>
          )
        }
      />
      <DeleteDialog opened={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

interface MoreProps {
  onDelete: () => void;
  onRemap: (() => void) | undefined;
  /** Whether the transcript is offered here. */
  hasTranscript: boolean;
}

function MoreMenu({ onDelete, onRemap, hasTranscript }: MoreProps) {
  const { meeting } = useScope();
  const mayDelete = useCan('admin');
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconMore size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onRemap && (
          <Menu.Item leftSection={<IconRemap size={16} />} onClick={onRemap}>
            Remap
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} />} onClick={copyAddress}>
          Copy link
        </Menu.Item>
        {meeting.downloadUrl && (
          <Menu.Item
            component="a"
            href={ownDownload(meeting.downloadUrl)}
            download
            leftSection={<IconDownload size={16} />}
          >
            Download recording
          </Menu.Item>
        )}
        {hasTranscript && <TranscriptItems meetingId={meeting.id} />}
        {mayDelete && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              Delete meeting
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function DeleteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { meeting } = useScope();
  const navigate = useNavigate();
  const remove = async () => {
    await unwrap(api.DELETE('/v1/meetings/{id}', { params: { path: { id: meeting.id } } }));
    await navigate({ to: '/meetings' });
    queryClient.removeQueries({ queryKey: ['meeting', meeting.id] });
    void queryClient.invalidateQueries();
    toast.good('Meeting deleted.');
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this meeting?"
      confirmLabel="Delete meeting"
      danger
      onConfirm={remove}
    >
      <strong className={styles.deleted}>{meeting.title}</strong> will be deleted with its transcript,
      recording, summary, matches and history. This cannot be undone.
    </ConfirmDialog>
  );
}

function copyAddress(): void {
  navigator.clipboard.writeText(window.location.href).then(
    () => toast.good('Link copied.'),
    () => toast.bad('Your browser did not allow the link to be copied.'),
  );
}
