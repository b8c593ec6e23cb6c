/** The organization id of work that belongs to none: health checks, requests without a key, background jobs. */
export const NO_ORGANIZATION = 0;

/** Tells whether several organizations use something that organizations share. */
export type ActiveOrganizations = {
  /**
   * Records that the organization is active now.
   * @returns true if another one is active, too
   */
  note(organizationId: number, nowMs: number): boolean;
  /** Returns true if more than one organization is active. */
  areSeveral(nowMs: number): boolean;
};

/**
 * Tracks which organizations are active. This costs one comparison while there is only one, because all that is kept is
 * the time at which the organization that made the latest request last changed.
 * @param activeMs how long an organization counts as active after its last request
 */
export function trackActiveOrganizations(activeMs: number): ActiveOrganizations {
  let latest: number | undefined;
  let changedMs = Number.NEGATIVE_INFINITY;
  const areSeveral = (nowMs: number) => nowMs - changedMs < activeMs;
  return {
    areSeveral,
    note(organizationId, nowMs) {
      if (organizationId !== latest) {
        if (latest !== undefined) changedMs = nowMs;
        latest = organizationId;
      }
      return areSeveral(nowMs);
    },
  };
}
