import { EmptyState, PageHeader } from '../../parts/index.ts';

/** Meeting */
export function MeetingScreen() {
  return (
    <>
      <PageHeader title="Meeting" />
      <EmptyState title="Nothing to see here yet" />
    </>
  );
}
