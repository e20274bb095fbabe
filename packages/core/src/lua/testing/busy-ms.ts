/** Processor time that this process has used: unlike a clock it does not run on while others have the processor. */
export function busyMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
