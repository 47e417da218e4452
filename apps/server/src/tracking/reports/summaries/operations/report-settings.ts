/**
 * Session settings for reports. Parallel workers would compete with other requests for CPUs. Nested loops are off,
 * because without fresh statistics the planner assumes that tables are empty and chooses nested loops, whose cost is
 * quadratic. Lateral joins still run as loops.
 */
export const reportSettings = { max_parallel_workers_per_gather: "0", work_mem: "32MB", enable_nestloop: "off" };
