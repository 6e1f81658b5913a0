/** Where lefthook looks for its configuration. */
export const lefthookFiles = ["lefthook", ".lefthook"].flatMap((name) =>
  ["yml", "yaml", "json", "jsonc", "toml"].map((ending) => `${name}.${ending}`),
);

/** Where pre-commit does. */
export const preCommitFile = ".pre-commit-config.yaml";

/** Where lint-staged does, besides package.json. */
export const lintStagedFiles = [
  ".lintstagedrc",
  ...["json", "yaml", "yml", "mjs", "cjs", "js"].map((ending) => `.lintstagedrc.${ending}`),
  ...["mjs", "cjs", "js", "ts", "mts"].map((ending) => `lint-staged.config.${ending}`),
];
