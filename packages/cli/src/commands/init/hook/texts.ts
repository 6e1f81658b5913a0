/** What policies and the configuration can be made of, as a glob. */
export const files = "*.{ts,mts,js,mjs,json,yaml,yml}";

/** The command that the repository has installed. */
const lint = "node_modules/.bin/traffic-policy lint --changed";

/** For lefthook's `commands`. */
export const lefthookCommand = {
  policies: { glob: files, run: `${lint} {staged_files}` },
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
      files: String.raw`\.(m?[jt]s|json|ya?ml)$`,
      require_serial: true,
    },
  ],
};

/** For lint-staged, by `files`. */
export const lintStagedCommand = "traffic-policy lint --changed";

/** For a shell: the hook of git alone, without its first line. */
export const shellCommands = `# Lints every policy that something staged reaches, as it is staged.
git diff --cached --quiet -- '*.ts' '*.mts' '*.js' '*.mjs' '*.json' '*.yaml' '*.yml' ||
  ${lint}
`;

/** Whether a text lets policies be linted already. */
export function lintsPolicies(text: string): boolean {
  return (
    /\btraffic-policy(?:\.cjs)?\b["',\s]+lint\b/.test(text) || text.includes("traffic-policy-lint")
  );
}
