import { useState } from 'react';
import { SearchField } from './search/search-field.tsx';
import { useTitleHits } from './search/use-title-hits.tsx';

interface Props {
  /** The screen's own field: `/` goes here. */
  isScreenField?: boolean;
  /** Called when a person is chosen. By default the meetings list opens, filtered by that person. */
  onPerson?: (email: string) => void;
}

/** Searches meetings by title and people by name or address while typing. */
export function SearchBox({ isScreenField, onPerson }: Props) {
  const [typed, setTyped] = useState('');
  const groups = useTitleHits(typed, { onPerson });
  return (
    <SearchField
      label="Search meetings and people"
      placeholder="Search by title, name or e-mail"
      typed={typed}
      onType={setTyped}
      groups={groups}
      none={`No meetings or people match “${typed.trim()}”.`}
      isScreenField={isScreenField}
    />
  );
}
