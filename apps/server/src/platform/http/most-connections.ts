/** Returns `most`, or fewer if the process's file limit is low; reserves 300 files for other work. */
export function maxConnections(most: number): number {
  // Without `excludeNetwork`, the report resolves the host names of all peers. Node's types lack the setting.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const files = Number(userLimits?.open_files?.soft);
  return Number.isNaN(files) ? most : Math.min(most, Math.max(100, files - 300));
}
