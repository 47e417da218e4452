/** Longer than a component that waits for the load needs to report its failure. */
const retryMs = 1000;

/**
 * Loads once for all callers. A failed load is repeated by the next call, but not at once: a component that waits for it
 * calls again when it is told of the failure, and would never report it.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    if (loading !== undefined) return loading;
    loading = load();
    loading.catch(() => setTimeout(() => (loading = undefined), retryMs));
    return loading;
  };
}
