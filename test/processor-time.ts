import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { CommandHosts } from "../scripts/command-hosts.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The processor time of a file with what it imports and the processes that it starts, in seconds. */
    processorTime?: number;
  }
}

const before = processorTime();
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to know which fixtures are asked for.
afterAll(({}, file) => {
  file.meta.processorTime = processorTime() - before;
});

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedChildren() + CommandHosts.processorTime;
}

/** The processor time of the children of this process that have ended, in seconds; 0 where the system does not say. */
function endedChildren(): number {
  let stat: string;
  try {
    stat = readFileSync("/proc/self/stat", "utf8");
  } catch {
    return 0;
  }
  // The name in parentheses may hold spaces. After it: the state is field 3, cutime 16, cstime 17, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
