/** The name under which a sender in a process of its own connects. */
export const nodeName = "stint-test-node";

/** Of such a sender: short, so that others soon take over what a killed one had under way. */
export const nodeTimings = {
  egressOptions: { timeoutMs: 500 },
  timings: { pollMs: 30, leaseMs: 1_200, leaseLeftMs: 600, graceMs: 300 },
};
