import { readdirSync, readFileSync } from "node:fs";

let count = 0;

/**
 * A process and all that it starts: a shell that is killed leaves what it waits for. They are known by
 * a variable of their environment, and found where the system has `/proc`.
 */
export class MarkedProcesses {
  /** Name and value of the variable. */
  readonly mark: readonly [name: string, value: string] = [
    "TRAFFIC_POLICY_CHILD",
    `${process.pid}.${++count}`,
  ];

  /** Ends those that still run. */
  kill(): void {
    for (const name of ids()) {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, "latin1").split("\0");
        if (environment.includes(this.mark.join("="))) process.kill(Number(name), "SIGKILL");
      } catch {
        // It has ended, or is somebody else's.
      }
    }
  }
}

function ids(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
