/** The names of policy files, as a glob. */
export const policyFiles = "*.policy.{ts,mts,js,mjs,json,yaml,yml}";

/** The command that the repository has installed. */
const lint = "node_modules/.bin/traffic-policy lint";

/** For lefthook's `commands`. */
export const lefthookCommand = {
  policies: { glob: policyFiles, run: `${lint} {staged_files}` },
};

/** For the `repos` of pre-commit. */
export const preCommitRepository = {
  repo: "local",
  hooks: [
    {
      id: "traffic-policy-lint",
      name: "traffic-policy lint",
      entry: lint,
      language: "system",
      files: String.raw`\.policy\.(m?[jt]s|json|ya?ml)$`,
      require_serial: true,
    },
  ],
};

/** For lint-staged, by `policyFiles`. */
export const lintStagedCommand = "traffic-policy lint";

/** For a shell: the hook of git alone, without its first line. */
export const shellCommands = `# Lints every policy that is committed as it stands in the index, not as it lies in the folder.
git diff --cached --name-only --diff-filter=ACMR -z -- \\
  '*.policy.ts' '*.policy.mts' '*.policy.js' '*.policy.mjs' \\
  '*.policy.json' '*.policy.yaml' '*.policy.yml' |
  xargs -0 -r -n 1 sh -c \\
    'git show ":$1" | ${lint} --stdin-filename "$1"' lint
`;

/** Whether a text lets policies be linted already. */
export function lintsPolicies(text: string): boolean {
  return (
    /\btraffic-policy(?:\.cjs)?\b["',\s]+lint\b/.test(text) || text.includes("traffic-policy-lint")
  );
}
