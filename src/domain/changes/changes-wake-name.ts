/** The name under which the readers of an organization's changes are woken. */
export const changesWakeName = (organizationId: number) => `changes:${organizationId}`;
