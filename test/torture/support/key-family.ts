/** A key of an organization in the oracle. Times are in milliseconds since the epoch. */
export type Member = {
  id: number;
  key: string;
  scopes: readonly string[];
  expiresAtMs: number | undefined;
  createdBy: number | undefined;
  isRevoked: boolean;
};

export type WantedKey = { scopes: readonly string[]; expiresAtMs: number | undefined };

const hasAll = (holder: Member, scopes: readonly string[]) =>
  scopes.every((scope) => holder.scopes.includes(scope));

/** An oracle: a second implementation of the rules for an organization's keys, without a database. */
export class KeyFamily {
  readonly members: Member[] = [];

  isLive({ isRevoked, expiresAtMs }: Member): boolean {
    return !isRevoked && (expiresAtMs === undefined || expiresAtMs > Date.now());
  }

  hasAdmin(without: readonly Member[] = []): boolean {
    return this.members.some(
      (one) => this.isLive(one) && one.scopes.includes('admin') && !without.includes(one),
    );
  }

  /** Returns the expected status of a creation, and the expiry of the new key. */
  judgeCreation(maker: Member, { scopes, expiresAtMs }: WantedKey): [status: number, endMs?: number] {
    if (!this.isLive(maker)) return [401];
    if (!maker.scopes.includes('admin')) return [403];
    if (expiresAtMs !== undefined && expiresAtMs <= Date.now()) return [400];
    if (!hasAll(maker, scopes)) return [403];
    const latestMs = maker.expiresAtMs ?? Number.POSITIVE_INFINITY;
    if (expiresAtMs !== undefined && expiresAtMs > latestMs) return [400];
    return [201, expiresAtMs ?? maker.expiresAtMs];
  }

  /** Returns the expected status of a revocation, and the keys that it revokes. */
  judgeRevocation(asking: Member, targetId: number, cascade: boolean): [status: number, doomed: Member[]] {
    if (!this.isLive(asking)) return [401, []];
    if (!asking.scopes.includes('admin')) return [403, []];
    const doomed = this.members.filter(
      (one) => !one.isRevoked && (one.id === targetId || (cascade && this.#descends(one, targetId))),
    );
    if (doomed.length === 0) return [404, []];
    if (!doomed.every((one) => hasAll(asking, one.scopes))) return [403, []];
    return this.hasAdmin(doomed) ? [204, doomed] : [409, []];
  }

  /** Moves the expiry of every key forward. */
  age(ms: number): void {
    for (const one of this.members) if (one.expiresAtMs !== undefined) one.expiresAtMs -= ms;
  }

  #descends({ createdBy }: Member, ancestorId: number): boolean {
    if (createdBy === undefined) return false;
    const maker = this.members.find(({ id }) => id === createdBy);
    return createdBy === ancestorId || (maker !== undefined && this.#descends(maker, ancestorId));
  }
}
