import { Menu } from '@mantine/core';
import { messageOf } from '../../api.ts';
import { watchedFetch } from '../../connection.ts';
import { IconCopy, IconDownload } from '../../icons/tabler.ts';
import { toast } from '../../parts/index.ts';

const FILES = [
  { format: 'text', name: 'text' },
  { format: 'markdown', name: 'Markdown' },
  { format: 'vtt', name: 'WebVTT' },
  { format: 'srt', name: 'SubRip' },
  { format: 'json', name: 'JSON' },
] as const;

const COPIES = FILES.slice(0, 2);

const addressOf = (meetingId: string, format: string): string =>
  `/v1/meetings/${meetingId}/transcript?format=${format}`;

/** The ways to take the transcript along: to the clipboard, and as a file of each format. */
export function TranscriptItems({ meetingId }: { meetingId: string }) {
  return (
    <>
      <Menu.Label>Transcript</Menu.Label>
      {COPIES.map(({ format, name }) => (
        <Menu.Item
          key={format}
          leftSection={<IconCopy size={16} />}
          onClick={() => void copyTranscript(addressOf(meetingId, format))}
        >
          Copy as {name}
        </Menu.Item>
      ))}
      {FILES.map(({ format, name }) => (
        <Menu.Item
          key={format}
          component="a"
          href={addressOf(meetingId, format)}
          download={format === 'json' ? `transcript-${meetingId}.json` : true}
          leftSection={<IconDownload size={16} />}
        >
          Download {name}
        </Menu.Item>
      ))}
    </>
  );
}

async function copyTranscript(address: string): Promise<void> {
  try {
    const response = await watchedFetch(new Request(address));
    if (!response.ok) throw new Error(`Parley answered ${response.status}.`);
    await navigator.clipboard.writeText(await response.text());
    toast.good('Transcript copied.');
  } catch (error) {
    toast.bad(`The transcript could not be copied. ${messageOf(error)}`);
  }
}
