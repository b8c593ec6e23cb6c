import { TYPE_SCOPES } from '../domain/changes/type-scopes.ts';
import { ENTITY_TYPES, type EntityType } from '../domain/events/record-event.ts';
import { Fault } from '../lib/faults.ts';

/** The scopes of all types. */
export const ENTITY_SCOPES = [...new Set(Object.values(TYPE_SCOPES))];

/** Returns the types that the scopes show. */
export function visibleTypes(scopes: ReadonlySet<string>): EntityType[] {
  return ENTITY_TYPES.filter((type) => scopes.has(TYPE_SCOPES[type]));
}

/**
 * Returns the requested types, by default all that the scopes show.
 * @throws Fault 403 if a requested type needs another scope
 */
export function requestedTypes(
  asked: readonly EntityType[] | undefined,
  scopes: ReadonlySet<string>,
): EntityType[] {
  const hidden = asked?.find((type) => !scopes.has(TYPE_SCOPES[type]));
  if (hidden) {
    throw new Fault(
      'forbidden',
      `The API key lacks the scope ${TYPE_SCOPES[hidden]}, which the type ${hidden} needs`,
    );
  }
  return visibleTypes(scopes).filter((type) => asked?.includes(type) ?? true);
}
