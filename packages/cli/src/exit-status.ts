/** The exit status of every command. */
export const exitStatus = {
  /** Nothing to report. */
  ok: 0,
  /** Findings: lint errors, differences, cases that fail. */
  findings: 1,
  /** The command could not do its job: usage, configuration, network, refused, a target not deployed. */
  failure: 2,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
