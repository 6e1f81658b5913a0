import type { Diagnostic } from "@traffic-policy/policy-language";
import { run, type Options } from "../command.ts";

/** What a run of `lint` found. */
interface Found {
  readonly status: number | null;
  /** Each as `web.json:2:5 error document/shape`, in the order of the report. */
  readonly findings: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many files were linted. */
  readonly files: number;
  /** What went to stderr. */
  readonly err: string;
}

/** Runs `lint` and gives its findings in short. */
export async function lint(args: readonly string[], options: Options): Promise<Found> {
  const { status, out, err } = await run(["lint", "--format", "json", ...args], options);
  if (out === "") return { status, findings: [], diagnostics: [], files: 0, err };
  // Of what cannot be done at all, the report is only why.
  const { files = 0, diagnostics = [] } = JSON.parse(out) as {
    files?: number;
    diagnostics?: Diagnostic[];
  };
  const findings = diagnostics.map(({ rule, severity, location }) => {
    const place = location && `${location.file}:${location.start.line}:${location.start.column}`;
    return `${place} ${severity} ${rule}`;
  });
  return { status, err, findings, diagnostics, files };
}

/** A policy in JSON with one rule of this name that has no actions, which is an error. */
export function mistaken(name = "a"): string {
  return `${JSON.stringify({ inbound: [{ name, actions: [] }] })}\n`;
}

/** A policy in JSON that nothing is wrong with. */
export const clean = `${JSON.stringify({ inbound: [{ name: "a", actions: [{ type: "deny" }] }] })}\n`;

/** A policy in JSON whose only rule has no name: a hint, unless it is set. */
export const nameless = `${JSON.stringify({ inbound: [{ actions: [{ type: "deny" }] }] })}\n`;
