import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { MAX_SEARCH_CHARACTERS, RecordSelect } from '../../parts/index.ts';
import styles from './search.module.css';

const MAX_CHOICES = 25;

interface Props {
  /** The CRM ID of the account. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const accountsOf = async (search: string, signal: AbortSignal) => {
  const wanted = search.slice(0, MAX_SEARCH_CHARACTERS);
  const query = { order: 'recent' as const, pageSize: MAX_CHOICES, ...(wanted ? { search: wanted } : {}) };
  const { accounts } = await unwrap(api.GET('/v1/accounts', { params: { query }, signal }));
  return accounts.map(({ id, name }) => ({ value: id, label: name ?? id }));
};

/** Filters by an account, among those that conversations are linked to; every key that may search may list them. */
export function AccountFilter({ value, onChange }: Props) {
  const chosen = useQuery({
    queryKey: ['accounts', 'name', value],
    queryFn: async ({ signal }) =>
      (await accountsOf(value ?? '', signal)).find((one) => one.value === value)?.label ?? null,
    enabled: value !== undefined,
  });
  return (
    <RecordSelect
      className={styles.filter}
      label="Account"
      placeholder="Any"
      value={value}
      onChange={onChange}
      name={chosen.data ?? undefined}
      queryKey={['accounts', 'choices']}
      find={accountsOf}
      nothingFound="No matching account"
    />
  );
}
