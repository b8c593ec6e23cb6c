import { Modal } from '@mantine/core';
import { NeedsScope } from '../parts/index.ts';
import { SearchBox } from './search-box.tsx';
import { useCan } from './session.ts';

/** Search over any screen, by `/` or from the navigation. */
export function QuickSearch({ onClose }: { onClose: () => void }) {
  const mayRead = useCan('meetings:read');
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="10vh"
      padding={10}
      size={580}
      title="Search"
      classNames={{ header: 'visually-hidden' }}
    >
      {mayRead ? (
        <SearchBox onChosen={onClose} isPlain autoFocus />
      ) : (
        <NeedsScope small scope="meetings:read" what="search meetings and people" />
      )}
    </Modal>
  );
}
