import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  sourceType: string;
  sourceId: number;
  signalId: number;
  executionId: number;
  /** The transcript entry or paragraph to show. */
  entry?: number;
  className?: string;
  children: ReactNode;
}

/** Links to the conversation in which a signal fired, with its evidence marked, and to the entry if one is given. */
export function SourceLink({ sourceType, sourceId, signalId: signal, executionId, entry, ...link }: Props) {
  const id = `${sourceId}`;
  if (sourceType === 'email') {
    return (
      <Link to="/emails/$id" params={{ id }} search={{ signal, execution: executionId, entry }} {...link} />
    );
  }
  return <Link to="/meetings/$id" params={{ id }} search={{ signal, entry }} {...link} />;
}
