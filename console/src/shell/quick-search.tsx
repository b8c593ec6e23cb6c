import { Modal } from '@mantine/core';
import { SearchBox } from './search-box.tsx';

/** Search over any screen, by `/` or from the navigation. */
export function QuickSearch({ onClose }: { onClose: () => void }) {
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
      <SearchBox onChosen={onClose} isPlain autoFocus />
    </Modal>
  );
}
