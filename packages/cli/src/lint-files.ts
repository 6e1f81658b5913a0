import type { Diagnostic } from "@traffic-policy/policy-language";
import { lintPolicy, type LintFailure, type LintReport } from "@traffic-policy/policy-lint";
import { CommandError } from "./command-error.ts";
import type { LoadedConfiguration } from "./configuration/load-configuration.ts";
import { loadPolicy } from "./policy-file/load-policy.ts";
import type { LoadedPolicy } from "./policy-file/loaded-policy.ts";
import { relativePath } from "./relative-path.ts";
import { UserCodeError } from "./user-code/user-code-error.ts";

/** What linting policy files gave, with the policies themselves by their file. */
export interface LintedFiles {
  readonly report: LintReport;
  readonly policies: ReadonlyMap<string, LoadedPolicy>;
}

/**
 * Loads and lints policy files. A file that cannot be loaded becomes a failure of the report; the
 * others are linted all the same.
 *
 * @param files - absolute paths
 */
export async function lintFiles(
  files: Iterable<string>,
  configuration: LoadedConfiguration | undefined,
): Promise<LintedFiles> {
  const settings = configuration?.lint?.rules ?? {};
  const diagnostics: Diagnostic[] = [];
  const failures: LintFailure[] = [];
  const policies = new Map<string, LoadedPolicy>();
  for (const file of new Set(files)) {
    try {
      const policy = await loadPolicy(file);
      policies.set(file, policy);
      diagnostics.push(...lintPolicy(policy.source, { settings }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failures.push(toFailure(file, error));
    }
  }
  return { report: { files: policies.size, diagnostics, failures }, policies };
}

function toFailure(file: string, error: CommandError): LintFailure {
  const place = error instanceof UserCodeError ? error.place : undefined;
  return {
    file: relativePath(place?.file ?? file),
    message: error.message,
    ...(error.help === undefined ? {} : { help: error.help }),
    ...(place === undefined ? {} : { position: { line: place.line, column: place.column } }),
  };
}
