/** Whether a command line of an example takes a database: such lines are run in `test/databases`. */
export function isForDatabases(line: string): boolean {
  return line.startsWith("traffic-policy impact");
}
