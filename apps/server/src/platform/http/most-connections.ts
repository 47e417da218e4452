/** The maximum number of clients; lower if the process may open few files, because other work needs some. */
export function mostConnections(most: number): number {
  // Otherwise the report resolves the host names of all peers; Node's types lack this setting.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const files = Number(userLimits?.open_files?.soft);
  return Number.isNaN(files) ? most : Math.min(most, Math.max(100, files - 300));
}
