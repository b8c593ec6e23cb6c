import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { queryClient } from '../../api.ts';
import { IconAlertTriangle as IconAlert } from '../../icons/tabler.ts';
import { ownDownload } from '../../parts/index.ts';
import { usePlayback } from './playback.ts';
import styles from './player.module.css';
import { Player } from './player.tsx';
import { meetingQuery } from './queries.ts';
import { useScope } from './scope.ts';
import type { MeetingWithRecording } from './shapes.ts';

/** A link that fails this soon after it was issued has not failed because of its age. */
const LINK_TRIAL_MS = 20_000;

/** Tells whether the recording is a video. */
export const isVideo = ({ recording }: MeetingWithRecording): boolean =>
  recording.contentType?.startsWith('video/') ?? false;

/** Shows the player, or says why there is none. Nothing is shown for a meeting without a recording. */
export function RecordingDock() {
  const { meeting, playback, isPlayable } = useScope();
  const isBroken = usePlayback(playback, (state) => state.isBroken);
  const { state, reason, contentType } = meeting.recording;
  if (state === 'none') return null;
  if (state === 'pending') {
    return (
      <Note icon={<Loader size={16} />}>
        The recording is being downloaded. It will appear here when it is ready.
      </Note>
    );
  }
  if (state === 'failed') {
    return (
      <Note isBad icon={<IconAlert size={18} />}>
        The recording could not be downloaded: {reason ?? 'no reason was given'}. Send the meeting again to
        retry.
      </Note>
    );
  }
  if (!isPlayable || isBroken) {
    return (
      <Note isBad icon={<IconAlert size={18} />}>
        This browser cannot play the recording{contentType ? ` (${contentType})` : ''}.
        {meeting.downloadUrl && (
          <Button
            component="a"
            href={ownDownload(meeting.downloadUrl)}
            download
            size="compact-sm"
            variant="default"
          >
            Download
          </Button>
        )}
      </Note>
    );
  }
  return <Player />;
}

function Note({ icon, isBad, children }: { icon: ReactNode; isBad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.note} data-bad={isBad || undefined} role="status">
      <span className={styles.noteIcon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.noteWords}>{children}</span>
    </div>
  );
}

/**
 * The element that plays: a picture for videos, nothing to see for the rest. It keeps its link while it works, since
 * another link would restart playback. When the link has expired, a new one is requested and playback continues.
 */
export function RecordingMedia() {
  const { meeting, playback } = useScope();
  const src = useLink(meeting);
  if (src === undefined) return null;
  const onError = () => void src.renew();
  if (isVideo(meeting)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the transcript beside it says what is said
      <video
        ref={playback.attach}
        src={src.url}
        preload="metadata"
        playsInline
        className={styles.video}
        onClick={playback.toggle}
        onError={onError}
      />
    );
  }
  // biome-ignore lint/a11y/useMediaCaption: the transcript says what is said
  return <audio ref={playback.attach} src={src.url} preload="metadata" onError={onError} />;
}

function useLink(meeting: MeetingWithRecording) {
  const { playback } = useScope();
  const { downloadUrl, recording } = meeting;
  const version = `${recording.state} ${recording.updatedAt}`;
  const [link, setLink] = useState({ version, url: downloadUrl, sinceMs: Date.now() });
  const isCurrent = link.version === version && link.url !== undefined;
  useEffect(() => {
    if (!isCurrent && downloadUrl) setLink({ version, url: downloadUrl, sinceMs: Date.now() });
  }, [isCurrent, version, downloadUrl]);
  const isRenewing = useRef(false);
  const renew = async () => {
    if (isRenewing.current || Date.now() - link.sinceMs < LINK_TRIAL_MS) return;
    isRenewing.current = true;
    playback.keepPlace();
    try {
      const query = { ...meetingQuery(meeting.id), staleTime: 0 };
      const { downloadUrl: url } = await queryClient.fetchQuery(query);
      if (url) setLink({ version, url, sinceMs: Date.now() });
    } finally {
      isRenewing.current = false;
    }
  };
  return link.url === undefined ? undefined : { url: ownDownload(link.url), renew };
}
