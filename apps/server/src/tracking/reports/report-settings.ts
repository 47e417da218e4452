/**
 * Session settings for reports. Parallel workers are off, because they would compete with other requests for
 * processors. Nested loops are off, because without fresh statistics the planner assumes empty tables and chooses them,
 * at a quadratic cost. Lateral joins still run as loops.
 */
export const reportSettings = { max_parallel_workers_per_gather: "0", work_mem: "32MB", enable_nestloop: "off" };
