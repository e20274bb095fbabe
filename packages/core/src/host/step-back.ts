const BELOW_NORMAL = 10;

/**
 * Lets whoever started this Node thread go first when processors are short, so that a server answers while its threads
 * are busy. Only Linux gives threads priorities of their own; elsewhere the whole process would step back.
 */
export function stepBack(): void {
  if (process.platform !== "linux") return;
  try {
    process.getBuiltinModule("node:os").setPriority(BELOW_NORMAL);
  } catch {
    // A host that forbids it runs as before.
  }
}
