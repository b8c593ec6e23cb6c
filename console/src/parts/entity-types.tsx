import { Checkbox } from '@mantine/core';
import type { components } from '@parley/client';
import { type Scope, useSession } from '../shell/session.ts';
import styles from './entity-types.module.css';

/** A type of what an organization stores, as the feed of changes, webhooks and exports name it. */
export type EntityType = components['schemas']['Webhook']['types'][number];

/** The types with their names and the scopes that they need, in the order of the API. */
const TYPES: Record<EntityType, { label: string; scope: Scope }> = {
  meeting: { label: 'Meetings', scope: 'meetings:read' },
  email: { label: 'E-mails', scope: 'meetings:read' },
  execution: { label: 'Matches', scope: 'signals:read' },
  signal: { label: 'Signals', scope: 'signals:read' },
  user: { label: 'Users', scope: 'users:read' },
};

/** The types in their order. */
export const ENTITY_TYPES = Object.keys(TYPES) as EntityType[];

/** Any of these scopes lets a key see entities of some type. */
export const ENTITY_SCOPES = ['meetings:read', 'signals:read', 'users:read'] as const;

/** Returns the names of types in one line: "Meetings, matches". */
export function typeNames(types: readonly EntityType[]): string {
  if (types.length === ENTITY_TYPES.length) return 'Everything';
  const names = ENTITY_TYPES.filter((type) => types.includes(type)).map((type) => TYPES[type].label);
  return names.map((name, index) => (index === 0 ? name : name.toLocaleLowerCase())).join(', ');
}

/** Returns the types that the signed-in key may see. */
export function useVisibleTypes(): EntityType[] {
  const { scopes } = useSession();
  return ENTITY_TYPES.filter((type) => (scopes as readonly string[]).includes(TYPES[type].scope));
}

interface Props {
  label: string;
  value: readonly EntityType[];
  onChange: (types: EntityType[]) => void;
}

/** Chooses among the types; those that the signed-in key may not see cannot be chosen. */
export function EntityTypesField({ label, value, onChange }: Props) {
  const visible = useVisibleTypes();
  return (
    <Checkbox.Group
      label={label}
      description={
        visible.length < ENTITY_TYPES.length && 'You can only choose what the scopes of your own key show'
      }
      value={[...value]}
      onChange={(next) => onChange(ENTITY_TYPES.filter((type) => next.includes(type)))}
    >
      <div className={styles.types}>
        {ENTITY_TYPES.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={TYPES[type].label}
            disabled={!visible.includes(type) && !value.includes(type)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
