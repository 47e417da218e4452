/** One queue per organization; empty queues are removed. */
export function createOrganizationQueues<T>() {
  const queues = new Map<string, T[]>();

  return {
    isEmpty: () => queues.size === 0,
    add(orgId: string, one: T): void {
      const queue = queues.get(orgId) ?? [];
      queue.push(one);
      queues.set(orgId, queue);
    },
    /** Removes up to `most` of one organization's items, oldest first. */
    takeOf(orgId: string, most: number): T[] {
      const taken = queues.get(orgId)?.splice(0, most) ?? [];
      if (queues.get(orgId)?.length === 0) queues.delete(orgId);
      return taken;
    },
    /** Removes up to `most` items, round-robin over the organizations, oldest first within each. */
    takeInTurn(most: number): T[] {
      const batch: T[] = [];
      for (const [orgId, queue] of queues) {
        if (batch.length === most) break;
        batch.push(...queue.splice(0, 1));
        // Moves the organization to the end of the map, so organizations take turns.
        queues.delete(orgId);
        if (queue.length > 0) queues.set(orgId, queue);
      }
      return batch;
    },
  };
}
