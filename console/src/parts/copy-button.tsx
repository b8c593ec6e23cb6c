import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '../icons/tabler.ts';

/** Puts `text` on the clipboard and says so. `label` names what: "Copy the key". */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon aria-label={copied ? 'Copied' : label} size="md" onClick={() => copy(text)}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
