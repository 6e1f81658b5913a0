/** The exit status of every command. */
export const exitStatus = {
  /** Nothing to report. */
  ok: 0,
  /** Findings: lint errors, differences, targets that were not deployed. */
  findings: 1,
  /** The command could not do its job: usage, configuration, network, refused. */
  failure: 2,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
