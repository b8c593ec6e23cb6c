/** Tells whether an organization is alone with something that organizations share. */
export type Company = {
  /**
   * Notes that the organization is there.
   * @returns whether another one is, too
   */
  note(organizationId: number, nowMs: number): boolean;
  /** Whether more than one is present. */
  isShared(nowMs: number): boolean;
};

/**
 * Follows which organizations are present. It costs a comparison as long as there is one: what is kept is only when
 * the organization that asks last changed.
 * @param presentMs how long after its last request an organization still counts as being there
 */
export function watchCompany(presentMs: number): Company {
  let latest: number | undefined;
  let changedMs = Number.NEGATIVE_INFINITY;
  const isShared = (nowMs: number) => nowMs - changedMs < presentMs;
  return {
    isShared,
    note(organizationId, nowMs) {
      if (organizationId !== latest) {
        if (latest !== undefined) changedMs = nowMs;
        latest = organizationId;
      }
      return isShared(nowMs);
    },
  };
}
